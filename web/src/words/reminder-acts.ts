import type { Words } from '../language.ts'

interface ReminderActs {
  readonly move: string
  readonly snooze: string
  readonly laterTitle: string
  readonly laterBy: Readonly<Record<'PT10M' | 'PT1H' | 'PT3H' | 'P1D', string>>
  readonly snoozeTitle: string
  readonly snoozeFor: Readonly<Record<'PT10M' | 'PT1H' | 'PT3H' | 'P1D', string>>
  readonly snoozed: (when: string) => string
  readonly skip: string
  readonly skipped: (when: string) => string
  readonly skippedLast: string
  readonly pause: string
  readonly paused: string
  readonly resume: string
  readonly resumed: string
  readonly cancel: string
  readonly cancelSure: string
  readonly cancelAbout: (who: string, isBack: boolean) => string
  readonly bringBack: string
  readonly bringBackOf: (who: string, which: string) => string
  readonly broughtBack: (when: string | null) => string
  readonly notBack: Readonly<Record<'past' | 'over', string>>
  readonly cancelled: string
  readonly cancelledFlying: string
  readonly done: string
  readonly doneSaid: string
  readonly retry: string
  readonly retried: string
  readonly undone: string
}

export const words: Words<ReminderActs> = {
  en: {
    move: 'Move',
    snooze: 'Snooze',
    laterTitle: 'Ring later than planned',
    laterBy: { PT10M: '10 minutes later', PT1H: '1 hour later', PT3H: '3 hours later', P1D: '1 day later' },
    snoozeTitle: 'Ring again later',
    snoozeFor: { PT10M: '10 minutes', PT1H: '1 hour', PT3H: '3 hours', P1D: 'Tomorrow, same time' },
    snoozed: (when) => `Rings again ${when}.`,
    skip: 'Skip once',
    skipped: (when) => `Left out. The one after it rings ${when}.`,
    skippedLast: 'Left out. Nothing more is to come.',
    pause: 'Pause',
    paused: 'Paused.',
    resume: 'Resume',
    resumed: 'It goes on.',
    cancel: 'Cancel it',
    cancelSure: 'Cancel this reminder?',
    cancelAbout: (who, isBack) =>
      `${who} will not be reminded.${isBack ? ' It can be brought back until its moment has come.' : ''}`,
    bringBack: 'Bring back',
    bringBackOf: (who, which) => `Bring back the reminder of ${who}, ${which}`,
    broughtBack: (when) => (when ? `It rings after all: ${when}.` : 'It rings after all.'),
    notBack: {
      past: 'It cannot be brought back: its moment has gone by.',
      over: 'It cannot be brought back: what it was about is over, or says nothing of it any more.',
    },
    cancelled: 'Cancelled: nothing of it will be sent.',
    cancelledFlying: 'Cancelled; one was already being sent and could not be called back.',
    done: 'Done',
    doneSaid: 'Marked as done.',
    retry: 'Try again',
    retried: 'It is being sent again.',
    undone: 'Taken back.',
  },
  ko: {
    move: '옮기기',
    snooze: '나중에 다시',
    laterTitle: '예정보다 늦게 울리기',
    laterBy: { PT10M: '10분 뒤로', PT1H: '1시간 뒤로', PT3H: '3시간 뒤로', P1D: '하루 뒤로' },
    snoozeTitle: '나중에 다시 울리기',
    snoozeFor: { PT10M: '10분', PT1H: '1시간', PT3H: '3시간', P1D: '내일 같은 시각' },
    snoozed: (when) => `${when} 다시 울려요.`,
    skip: '한 번 건너뛰기',
    skipped: (when) => `건너뛰었어요. 그다음은 ${when} 울려요.`,
    skippedLast: '건너뛰었어요. 더 이상 예정된 것이 없어요.',
    pause: '일시 중지',
    paused: '일시 중지했어요.',
    resume: '다시 시작',
    resumed: '다시 울려요.',
    cancel: '리마인더 취소',
    cancelSure: '이 리마인더를 취소할까요?',
    cancelAbout: (who, isBack) =>
      `${who} 님에게 알리지 않아요.${isBack ? ' 울릴 시각이 되기 전에는 되살릴 수 있어요.' : ''}`,
    bringBack: '되살리기',
    bringBackOf: (who, which) => `${who} 님의 ${which} 리마인더 되살리기`,
    broughtBack: (when) => (when ? `되살렸어요. ${when} 울려요.` : '되살렸어요.'),
    notBack: {
      past: '되살릴 수 없어요. 울릴 시각이 지났어요.',
      over: '되살릴 수 없어요. 대상이 끝났거나 더 이상 이 알림이 없어요.',
    },
    cancelled: '취소했어요. 아무것도 보내지 않아요.',
    cancelledFlying: '취소했어요. 하나는 이미 보내는 중이라 되돌릴 수 없었어요.',
    done: '완료',
    doneSaid: '완료로 표시했어요.',
    retry: '다시 시도',
    retried: '다시 보내고 있어요.',
    undone: '되돌렸어요.',
  },
}

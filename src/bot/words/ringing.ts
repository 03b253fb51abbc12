// What stands under a reminder that rang, after somebody has tapped.

import type { Language } from '../language/index.ts'

export interface RingingWords {
  readonly threeHours: string
  readonly evening: string
  readonly nextWeek: string
  readonly skip: string
  readonly stop: string
  readonly dontSkip: string
  readonly undo: string
  readonly back: string
  /** Under the message; who, in a group. */
  done(who: string | null): string
  ringsAgain(who: string | null): string
  /** Of a series, before the moment. */
  readonly next: string
  readonly rangAgain: string
  readonly wasDeleted: string
  readonly stopped: string
  readonly skipped: string
  /** Shown for a moment. */
  readonly toastDone: string
  readonly toastAlreadyDone: string
  readonly toastSnoozed: string
  readonly toastRangAgain: string
  readonly toastDeleted: string
  readonly toastGone: string
  readonly toastNotYours: string
  readonly toastChanged: string
  readonly toastStopped: string
  readonly toastSkipped: string
  readonly toastNotSkipped: string
  readonly toastUndone: string
  readonly toastTooLate: string
}

const english: RingingWords = {
  threeHours: '3 h',
  evening: 'Evening',
  nextWeek: 'Next week',
  skip: 'Skip the next',
  stop: 'Stop repeating',
  dontSkip: '↩ Do not skip it',
  undo: '↩ Undo',
  back: '‹ Back',
  done: (who) => (who === null ? '✓ Done' : `✓ Done by ${who}`),
  ringsAgain: (who) => (who === null ? '⏰ Rings again' : `⏰ ${who} let it ring again`),
  next: 'next',
  rangAgain: '⏰ It has rung again since',
  wasDeleted: '✕ Deleted',
  stopped: '✕ Rings no more',
  skipped: '⏭ The next is skipped',
  toastDone: 'Done',
  toastAlreadyDone: 'That was done already.',
  toastSnoozed: 'All right, later.',
  toastRangAgain: 'It has rung again since. Please use the newer message.',
  toastDeleted: 'That reminder was deleted.',
  toastGone: 'I do not have that one any more.',
  toastNotYours: 'That reminder is not of this chat.',
  toastChanged: 'It has changed since. Please look again.',
  toastStopped: 'It rings no more.',
  toastSkipped: 'The next one is skipped.',
  toastNotSkipped: 'The next one rings after all.',
  toastUndone: 'Taken back.',
  toastTooLate: 'That cannot be taken back any more.',
}

const korean: RingingWords = {
  threeHours: '3시간',
  evening: '저녁',
  nextWeek: '다음 주',
  skip: '다음 번 건너뛰기',
  stop: '반복 중지',
  dontSkip: '↩ 건너뛰지 않기',
  undo: '↩ 되돌리기',
  back: '‹ 뒤로',
  done: (who) => (who === null ? '✓ 완료' : `✓ ${who} 님이 완료`),
  ringsAgain: (who) => (who === null ? '⏰ 다시 알림' : `⏰ ${who} 님이 미룸, 다시 알림`),
  next: '다음',
  rangAgain: '⏰ 그 뒤에 다시 울렸어요',
  wasDeleted: '✕ 삭제됨',
  stopped: '✕ 더 이상 울리지 않음',
  skipped: '⏭ 다음 번은 건너뜀',
  toastDone: '완료했어요',
  toastAlreadyDone: '이미 완료된 알림이에요.',
  toastSnoozed: '네, 나중에 알려 드릴게요.',
  toastRangAgain: '그 뒤에 다시 울렸어요. 최근 메시지에서 눌러 주세요.',
  toastDeleted: '삭제된 알림이에요.',
  toastGone: '더 이상 남아 있지 않은 알림이에요.',
  toastNotYours: '이 대화방의 알림이 아니에요.',
  toastChanged: '그 사이에 바뀌었어요. 다시 확인해 주세요.',
  toastStopped: '더 이상 울리지 않아요.',
  toastSkipped: '다음 번은 건너뛸게요.',
  toastNotSkipped: '다음 번도 알려 드릴게요.',
  toastUndone: '되돌렸어요.',
  toastTooLate: '더는 되돌릴 수 없어요.',
}

export function ringingWords(language: Language): RingingWords {
  return language === 'ko' ? korean : english
}

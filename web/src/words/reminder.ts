import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

export interface ReminderWords {
  readonly about: (who: string) => string
  readonly fallbackTitle: string
  /** Headlines. */
  readonly rings: (when: string, ways: string) => string
  readonly ringsNowhere: (why: string) => string
  readonly held: (ways: string) => string
  readonly overdue: string
  readonly pausedByHand: string
  readonly pausedUntil: (when: string) => string
  readonly leftAlone: (who: string) => string
  readonly leftAloneUntil: (who: string, when: string) => string
  readonly waiting: string
  readonly wasDone: (when: string) => string
  readonly sent: (ways: string, when: string) => string
  readonly gone: string
  readonly onlyNot: (way: string, why: string) => string
  readonly lastTime: (what: string) => string
  readonly story: string
  readonly next: string
  readonly nothingNext: string
  readonly toCome: string
  readonly whyThen: string
  readonly where: string
  readonly usefulUntil: string
  readonly repeats: string
  readonly what: string
  readonly who: string
  readonly which: string
  readonly says: string
  readonly created: string
  readonly createdFor: (who: string, kind: string) => string
  readonly by: (actor: string) => string
  readonly stepOf: (kind: string, anchor: string) => string
  readonly atMoment: string
  readonly adjusted: Readonly<Record<string, string>>
  readonly insteadOf: (when: string) => string
  readonly after: (length: string) => string
  readonly atOnce: string
  readonly fallback: string
  readonly willNot: (why: string) => string
  readonly isHeld: string
  readonly movedTo: (when: string) => string
  readonly movedBecause: string
  readonly snoozedUntil: (when: string) => string
  readonly wasDue: (when: string) => string
  readonly thingMoved: (when: string) => string
  readonly thingChanged: string
  readonly thingCreated: string
  readonly thingDated: (when: string) => string
  readonly thing: Readonly<Record<string, string>>
  readonly firstAt: (when: string) => string
  readonly late: (length: string) => string
  /** On the page of the thing itself. */
  readonly movedHere: (when: string) => string
  readonly createdHere: (when: string) => string
  readonly datedHere: (when: string) => string
}

export const words: Words<ReminderWords> = {
  en: {
    about: (who) => `The whole story of one reminder for ${who}: what was planned, what happened, and why.`,
    fallbackTitle: 'Reminder',
    rings: (when, ways) => `Rings ${when}, ${ways}.`,
    ringsNowhere: (why) => `Will not be sent: ${why}.`,
    held: (ways) => `Waits: an operator holds all sends. When they are released it rings ${ways}.`,
    overdue: 'now',
    pausedByHand: 'Paused: it does not ring until somebody resumes it.',
    pausedUntil: (when) => `Paused: rings ${when}.`,
    leftAlone: (who) => `Waits: ${who} wants to be left alone until further notice.`,
    leftAloneUntil: (who, when) => `Waits: ${who} wants to be left alone; it rings ${when}.`,
    waiting: 'Rang. It goes on when that ring has ended, or when somebody marks it as done.',
    wasDone: (when) => `Done: somebody marked it as done ${when}. It does not ring any more.`,
    sent: (ways, when) => `Sent ${ways}, ${when}.`,
    gone: 'Nothing of it is to come.',
    onlyNot: (way, why) => `Not ${way}: ${why}.`,
    lastTime: (what) => `Last time: ${what}`,
    story: 'What happened',
    next: 'What comes next',
    nothingNext: 'Nothing more is to come of this reminder.',
    toCome: 'Rings',
    whyThen: 'Why then',
    where: 'Where',
    usefulUntil: 'Useful until',
    repeats: 'Repeats',
    what: 'About',
    who: 'For',
    which: 'Which',
    says: 'Text',
    created: 'Planned',
    createdFor: (who, kind) => `For ${who}: ${kind}.`,
    by: (actor) => `by ${actor}`,
    stepOf: (kind, anchor) => `${kind}: counted from ${anchor}`,
    atMoment: 'that moment was asked for',
    adjusted: {
      deferred: 'after quiet hours',
      advanced: 'before quiet hours begin',
      in_app_only: 'in the app only, because of quiet hours',
      spaced: 'a little later, because another alarm had that moment',
      snoozed: 'moved to another time',
      paused: 'after a pause',
    },
    insteadOf: (when) => `instead of ${when}`,
    after: (length) => `${length} later, unless it was seen by then`,
    atOnce: 'at that moment',
    fallback: 'only if the others fail',
    willNot: (why) => `will not be sent: ${why}`,
    isHeld: 'held by an operator',
    movedTo: (when) => `To ${when}.`,
    movedBecause: 'Because the recipient’s time zone or quiet hours have changed.',
    snoozedUntil: (when) => `Until ${when}.`,
    wasDue: (when) => `It was due ${when}.`,
    thingMoved: (when) => `What it is about was moved to ${when}`,
    thingChanged: 'What it is about was changed',
    thingCreated: 'What it is about was created',
    thingDated: (when) => `What it is about was set for ${when}`,
    thing: {
      entity_cancelled: 'What it is about was called off',
      entity_done: 'What it is about was completed',
      entity_removed: 'What it is about was removed',
    },
    firstAt: (when) => `What it is about was set for ${when}`,
    late: (length) => `${length} after it was due.`,
    movedHere: (when) => `Moved to ${when}`,
    createdHere: (when) => `Created, for ${when}`,
    datedHere: (when) => `Set for ${when}`,
  },
  ko: {
    about: (who) =>
      `${who} 님을 위한 리마인더 하나의 전체 이야기예요. 무엇을 계획했고, 무슨 일이 있었고, 왜 그랬는지 보여 줘요.`,
    fallbackTitle: '리마인더',
    rings: (when, ways) => `${when} 울려요(${ways}).`,
    ringsNowhere: (why) => `보내지 않을 거예요: ${why}.`,
    held: (ways) => `기다리고 있어요. 운영자가 발송을 보류했어요. 풀리면 울려요(${ways}).`,
    overdue: '지금',
    pausedByHand: '일시 중지됐어요. 다시 시작할 때까지 울리지 않아요.',
    pausedUntil: (when) => `일시 중지됐어요. ${when} 울려요.`,
    leftAlone: (who) => `기다리고 있어요. ${who} 님이 당분간 알림을 쉬고 있어요.`,
    leftAloneUntil: (who, when) => `기다리고 있어요. ${who} 님이 알림을 쉬고 있어서 ${when} 울려요.`,
    waiting: '울렸어요. 이번 알림이 끝나거나 완료로 표시하면 이어져요.',
    wasDone: (when) => `완료: ${when}에 완료로 표시했어요. 더 이상 울리지 않아요.`,
    sent: (ways, when) => `${when} 보냈어요(${ways}).`,
    gone: '더 이상 예정된 것이 없어요.',
    onlyNot: (way, why) => `${withParticle(way, '으로/로')}는 보내지 않아요: ${why}.`,
    lastTime: (what) => `지난번: ${what}`,
    story: '지금까지의 일',
    next: '다음 일',
    nothingNext: '이 리마인더는 더 이상 울리지 않아요.',
    toCome: '울리는 시각',
    whyThen: '그 시각인 이유',
    where: '어디로',
    usefulUntil: '유효 시각',
    repeats: '반복',
    what: '대상',
    who: '받는 사람',
    which: '종류',
    says: '내용',
    created: '계획됨',
    createdFor: (who, kind) => `${who} 님, ${kind}.`,
    by: (actor) => `${actor}`,
    stepOf: (kind, anchor) => `${kind}: 기준 ${anchor}`,
    atMoment: '그 시각으로 요청됐어요',
    adjusted: {
      deferred: '방해 금지 시간이 끝난 뒤',
      advanced: '방해 금지 시간이 시작되기 전',
      in_app_only: '방해 금지 시간이라 앱에서만',
      spaced: '다른 알람과 겹쳐서 조금 뒤',
      snoozed: '다른 시간으로 옮겨짐',
      paused: '쉬는 시간이 끝난 뒤',
    },
    insteadOf: (when) => `원래 ${when}`,
    after: (length) => `그사이 확인하지 않으면 ${length} 뒤`,
    atOnce: '그 시각에',
    fallback: '다른 채널이 실패할 때만',
    willNot: (why) => `보내지 않아요: ${why}`,
    isHeld: '운영자가 보류했어요',
    movedTo: (when) => `${withParticle(when, '으로/로')}.`,
    movedBecause: '받는 사람의 시간대나 방해 금지 시간이 바뀌었어요.',
    snoozedUntil: (when) => `${when}까지.`,
    wasDue: (when) => `예정 시각은 ${withParticle(when, '이었어요/였어요')}.`,
    thingMoved: (when) => `대상이 ${withParticle(when, '으로/로')} 옮겨졌어요`,
    thingChanged: '대상이 변경됐어요',
    thingCreated: '대상이 만들어졌어요',
    thingDated: (when) => `대상의 시각이 ${withParticle(when, '으로/로')} 정해졌어요`,
    thing: {
      entity_cancelled: '대상이 취소됐어요',
      entity_done: '대상이 완료됐어요',
      entity_removed: '대상이 삭제됐어요',
    },
    firstAt: (when) => `대상의 시각이 ${withParticle(when, '으로/로')} 정해졌어요`,
    late: (length) => `예정보다 ${length} 늦게 보냈어요.`,
    movedHere: (when) => `${withParticle(when, '으로/로')} 옮김`,
    createdHere: (when) => `생성, ${when}`,
    datedHere: (when) => `${withParticle(when, '으로/로')} 정함`,
  },
}

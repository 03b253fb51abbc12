import type { Alarm } from '../api.ts'
import type { Words } from '../language.ts'

interface Alarms {
  readonly about: string
  readonly register: string
  readonly runNow: string
  readonly ran: (fetched: number, sent: number, failed: number) => string
  readonly nothingDue: string
  readonly user: string
  readonly needsSomebody: string
  readonly none: string
  readonly noneNext: string
  readonly page: string
  readonly pageHint: string
  readonly title: string
  readonly body: string
  readonly onDone: string
  readonly onDones: Readonly<Record<Alarm['onDone'], string>>
  readonly next: string
  readonly count: string
  readonly rang: (count: number) => string
  readonly interval: string
  readonly days: (count: number) => string
  readonly state: string
  readonly states: Readonly<Record<Alarm['status'], string>>
  readonly moreOften: string
  readonly moreOftenAbout: string
  readonly wasReset: string
  readonly isDone: string
  readonly beginAnew: string
  readonly begunAnew: (when: string) => string
  readonly done: string
  readonly wasDone: string
  readonly snooze: string
  readonly snoozed: (when: string) => string
  readonly backAgain: string
  readonly lengths: readonly (readonly [duration: string, name: string])[]
  readonly remove: string
  readonly removeAbout: (page: string) => string
  readonly removed: string
  readonly registered: string
  readonly registeredFor: (when: string) => string
  readonly actions: (page: string) => string
}

export const words: Words<Alarms> = {
  en: {
    about: 'Pages that come back: after a day, two days, four, … until somebody has seen enough of them.',
    register: 'Register a page',
    runNow: 'Ring what is due now',
    ran: (fetched, sent, failed) => `${fetched} due: ${sent} sent, ${failed} failed.`,
    nothingDue: 'No alarm is due right now.',
    user: 'Whose',
    needsSomebody: 'Choose whom it rings for.',
    none: 'No page has an alarm yet',
    noneNext: 'Register a page that somebody should come back to: it rings at once, and then at growing intervals.',
    page: 'Its id in your system',
    pageHint: 'Left empty, one is made up. With the id of a page that has an alarm, that one is changed.',
    title: 'Title',
    body: 'Text',
    onDone: 'Done means',
    onDones: { end: 'it ends', postpone: 'the same interval again' },
    next: 'Next',
    count: 'Rang',
    rang: (count) => (count === 0 ? 'has not rung yet' : count === 1 ? 'rang once' : `rang ${count} times`),
    interval: 'then again after',
    days: (count) => (count === 1 ? '1 day' : `${count} days`),
    state: 'State',
    states: { waiting: 'waits', ringing: 'rings', paused: 'paused', done: 'done' },
    moreOften: 'More often',
    moreOftenAbout: 'it begins anew with the shortest interval.',
    wasReset: 'It begins anew with the shortest interval.',
    isDone: 'Somebody marked it as done: it does not ring any more.',
    beginAnew: 'Begin anew',
    begunAnew: (when) => `It begins anew, and rings ${when}.`,
    done: 'Done',
    wasDone: 'Done.',
    snooze: 'Later',
    snoozed: (when) => `It rings later: ${when}.`,
    backAgain: 'It rings when it was going to.',
    lengths: [
      ['PT1H', 'in an hour'],
      ['PT3H', 'in three hours'],
      ['P1D', 'tomorrow'],
      ['P7D', 'in a week'],
    ],
    remove: 'Delete',
    removeAbout: (page) => `The alarm of ${page} never rings again. Its count begins anew if it is registered again.`,
    removed: 'Gone: it never rings again.',
    registered: 'Registered. It rings now.',
    registeredFor: (when) => `Registered. It rings ${when}.`,
    actions: (page) => `What to do with ${page}`,
  },
  ko: {
    about: '다시 찾아오는 페이지예요. 하루, 이틀, 나흘… 충분히 볼 때까지 간격이 늘어나요.',
    register: '페이지 등록',
    runNow: '지금 울릴 것 울리기',
    ran: (fetched, sent, failed) => `${fetched}건 중 ${sent}건 보냄, ${failed}건 실패예요.`,
    nothingDue: '지금 울릴 알람이 없어요.',
    user: '누구의 것',
    needsSomebody: '누구에게 울릴지 골라 주세요.',
    none: '아직 알람이 있는 페이지가 없어요',
    noneNext: '다시 볼 페이지를 등록해 보세요. 바로 한 번 울리고, 그다음부터 간격이 늘어나요.',
    page: '원래 시스템의 id',
    pageHint: '비워 두면 새로 만들어요. 이미 알람이 있는 페이지의 id를 쓰면 그 알람이 바뀌어요.',
    title: '제목',
    body: '내용',
    onDone: '완료하면',
    onDones: { end: '끝나요', postpone: '같은 간격을 다시 시작해요' },
    next: '다음',
    count: '울린 횟수',
    rang: (count) => (count === 0 ? '아직 안 울림' : `${count}번 울림`),
    interval: '그다음 간격',
    days: (count) => `${count}일`,
    state: '상태',
    states: { waiting: '기다려요', ringing: '울려요', paused: '멈췄어요', done: '끝났어요' },
    moreOften: '더 자주',
    moreOftenAbout: '가장 짧은 간격으로 다시 시작해요.',
    wasReset: '가장 짧은 간격으로 다시 시작했어요.',
    isDone: '완료로 표시했어요. 더 이상 울리지 않아요.',
    beginAnew: '다시 시작',
    begunAnew: (when) => `다시 시작했어요. ${when}에 울려요.`,
    done: '완료',
    wasDone: '완료했어요.',
    snooze: '나중에',
    snoozed: (when) => `나중에 울려요: ${when}.`,
    backAgain: '원래 시각에 울려요.',
    lengths: [
      ['PT1H', '한 시간 뒤'],
      ['PT3H', '세 시간 뒤'],
      ['P1D', '내일'],
      ['P7D', '일주일 뒤'],
    ],
    remove: '삭제',
    removeAbout: (page) => `${page}의 알람은 다시 울리지 않아요. 다시 등록하면 횟수가 처음부터예요.`,
    removed: '삭제했어요. 다시 울리지 않아요.',
    registered: '등록했어요. 지금 바로 울려요.',
    registeredFor: (when) => `등록했어요. ${when}에 울려요.`,
    actions: (page) => `${page}에 할 일`,
  },
}

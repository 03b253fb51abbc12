import type { Run, Sweep } from '../api.ts'
import type { Words } from '../language.ts'

interface Sweeps {
  readonly about: string
  readonly add: string
  readonly none: string
  readonly noneNext: string
  readonly name: string
  readonly every: string
  readonly everyHint: string
  readonly next: string
  readonly last: string
  readonly never: string
  readonly off: string
  readonly runNow: string
  readonly ran: (examined: number, reminded: number, errors: number) => string
  readonly counts: (examined: number, reminded: number) => string
  readonly errors: (count: number) => string
  readonly states: Readonly<Record<Run['state'], string>>
  readonly triggers: Readonly<Record<Run['trigger'], string>>
  readonly origins: Readonly<Record<Sweep['origin'], string>>
  readonly fromConfig: string
  readonly change: string
  readonly remove: string
  readonly removeAbout: string
  readonly removed: string
  readonly madeAgain: string
  readonly saved: string
  readonly asBefore: string
  readonly runs: string
  readonly noRuns: string
  readonly noRunsNext: string
  readonly started: string
  readonly took: string
  readonly examined: string
  readonly reminded: string
  readonly skipped: string
  readonly problems: string
  readonly item: (id: string) => string
  readonly howMany: string
  readonly howLong: string
  readonly table: string
  readonly tableHint: string
  readonly connection: string
  readonly connectionHint: string
  readonly id: string
  readonly due: string
  readonly recipient: string
  readonly recipientHint: string
  readonly titleColumn: string
  readonly window: string
  readonly windowHint: string
  readonly zone: string
  readonly message: string
  readonly messageHint: string
  readonly coolDown: string
  readonly coolDownHint: string
  readonly enabled: string
  readonly warnings: string
  readonly description: string
}

export const words: Words<Sweeps> = {
  en: {
    about: 'A sweep looks into a table of yours every so often, and reminds of what comes due there.',
    add: 'New sweep',
    none: 'There is no sweep yet',
    noneNext: 'Say which table has something that comes due, who is to be reminded, and how often to look.',
    name: 'Name',
    every: 'Looks every',
    everyHint: 'PT1H (every hour), PT15M, P1D; or five cron fields: 0 8 * * 1-5',
    next: 'Next run',
    last: 'Last run',
    never: 'It has not run yet.',
    off: 'off',
    runNow: 'Run now',
    ran: (examined, reminded, errors) => `Looked at ${examined}, reminded of ${reminded}, ${errors} errors.`,
    counts: (examined, reminded) => `${reminded} reminded of ${examined}`,
    errors: (count) => (count === 1 ? '1 error' : `${count} errors`),
    states: { running: 'runs', done: 'done', failed: 'failed' },
    triggers: { schedule: 'by the clock', request: 'by hand' },
    origins: { library: 'a program', config: 'the configuration', api: 'made here', built_in: 'Belfry’s own' },
    fromConfig: 'It is described elsewhere: what is changed here lasts until the next start.',
    change: 'Change',
    remove: 'Delete',
    removeAbout:
      'It does not run any more. What it has reminded of stays known: the same sweep, made again, does not repeat it.',
    removed: 'Deleted.',
    madeAgain: 'It is there again.',
    saved: 'Saved.',
    asBefore: 'It is as it was before.',
    runs: 'Runs',
    noRuns: 'It has not run yet',
    noRunsNext: 'It runs at its next time, or now if you press the button.',
    started: 'Started',
    took: 'Took',
    examined: 'looked at',
    reminded: 'reminded of',
    skipped: 'Left out',
    problems: 'What was wrong',
    item: (id) => `Item ${id}`,
    howMany: 'How many it reminded of',
    howLong: 'How long it took',
    table: 'Table',
    tableHint: 'Such as app.tasks.',
    connection: 'Connection',
    connectionHint: 'A name of the server’s configuration; empty: Belfry’s own database.',
    id: 'Column of the id',
    due: 'Column of the due time',
    recipient: 'Column of the recipient',
    recipientHint: 'Empty: nobody is reminded, only the audit trail is written.',
    titleColumn: 'Column of the title',
    window: 'Due within',
    windowHint: 'From now on: PT24H is a day.',
    zone: 'Zone of the schedule',
    message: 'What it says',
    messageHint: '{title} is replaced by that column of the item.',
    coolDown: 'Again after',
    coolDownHint: 'Such as PT24H; empty: each item once.',
    enabled: 'It runs by itself',
    warnings: 'Look at this',
    description: 'How it is described',
  },
  ko: {
    about: '스윕은 정해진 간격으로 테이블을 살펴보고, 때가 다가오는 것을 알려 줘요.',
    add: '새 스윕',
    none: '아직 스윕이 없어요',
    noneNext: '어느 테이블에 때가 되는 것이 있는지, 누구에게 얼마나 자주 알릴지 정해 주세요.',
    name: '이름',
    every: '살펴보는 간격',
    everyHint: 'PT1H(한 시간마다), PT15M, P1D 또는 cron 다섯 칸: 0 8 * * 1-5',
    next: '다음 실행',
    last: '마지막 실행',
    never: '아직 실행하지 않았어요.',
    off: '꺼짐',
    runNow: '지금 실행',
    ran: (examined, reminded, errors) => `${examined}건을 보고 ${reminded}건을 알렸어요. 오류 ${errors}건이에요.`,
    counts: (examined, reminded) => `${examined}건 중 ${reminded}건 알림`,
    errors: (count) => `오류 ${count}건`,
    states: { running: '실행 중', done: '끝남', failed: '실패' },
    triggers: { schedule: '정해진 시각', request: '직접 실행' },
    origins: { library: '프로그램', config: '설정 파일', api: '여기서 만듦', built_in: 'Belfry 기본' },
    fromConfig: '다른 곳에서 정의했어요. 여기서 바꾼 것은 다음 시작까지만 유지돼요.',
    change: '바꾸기',
    remove: '삭제',
    removeAbout: '더는 실행하지 않아요. 이미 알린 것은 기록에 남아서, 같은 스윕을 다시 만들어도 또 알리지 않아요.',
    removed: '삭제했어요.',
    madeAgain: '다시 만들었어요.',
    saved: '저장했어요.',
    asBefore: '이전으로 돌아갔어요.',
    runs: '실행 기록',
    noRuns: '아직 실행하지 않았어요',
    noRunsNext: '다음 시각에 실행돼요. 버튼을 누르면 지금 실행해요.',
    started: '시작',
    took: '걸린 시간',
    examined: '살펴봄',
    reminded: '알림',
    skipped: '건너뜀',
    problems: '문제',
    item: (id) => `항목 ${id}`,
    howMany: '알린 수',
    howLong: '걸린 시간',
    table: '테이블',
    tableHint: 'app.tasks처럼 적어 주세요.',
    connection: '연결',
    connectionHint: '서버 설정에 있는 이름이에요. 비우면 Belfry의 데이터베이스예요.',
    id: 'id 열',
    due: '기한 열',
    recipient: '받는 사람 열',
    recipientHint: '비우면 아무에게도 알리지 않고 감사 기록만 남겨요.',
    titleColumn: '제목 열',
    window: '기한까지',
    windowHint: '지금부터예요. PT24H는 하루예요.',
    zone: '일정의 시간대',
    message: '내용',
    messageHint: '{title}은 그 항목의 열로 바뀌어요.',
    coolDown: '다시 알리기까지',
    coolDownHint: 'PT24H처럼 적어 주세요. 비우면 한 번만 알려요.',
    enabled: '정해진 시각에 실행',
    warnings: '살펴보세요',
    description: '정의',
  },
}

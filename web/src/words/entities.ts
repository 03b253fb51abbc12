import type { Words } from '../language.ts'

interface Entities {
  readonly about: string
  readonly types: string
  readonly typeNames: Readonly<Record<string, string>>
  readonly other: string
  readonly status: string
  readonly any: string
  readonly list: string
  readonly none: (type: string) => string
  readonly noneAbout: string
  readonly create: string
  readonly meetingsNext: string
  readonly people: (count: number) => string
  readonly formTitle: string
  readonly type: string
  readonly typeHint: string
  readonly title: string
  readonly at: string
  readonly zone: string
  readonly who: string
  readonly plan: string
  readonly plans: Readonly<Record<'day' | 'hour' | 'three' | 'week', string>>
  readonly planNamed: (name: string) => string
  readonly id: string
  readonly idHint: string
  readonly created: (counts: string) => string
  readonly needsPeople: string
}

export const words: Words<Entities> = {
  en: {
    about:
      'What reminders are about: a task, a note, a page, a meeting. Each has a date, people who care, and a plan that says when they are reminded. What was changed last comes first.',
    types: 'Type',
    typeNames: { meeting: 'Meetings', task: 'Tasks', note: 'Notes', page: 'Pages', event: 'Events' },
    other: 'Another type',
    status: 'Status',
    any: 'Any',
    list: 'Things of this type, what was changed last first',
    none: (type) => `No things of the type “${type}”`,
    noneAbout:
      'Create one and say who is reminded when. Reminders that were scheduled by themselves, without a thing, are under Upcoming.',
    create: 'Create a thing',
    meetingsNext: 'Request a meeting instead: it finds a time for everybody.',
    people: (count) => (count === 1 ? '1 person' : `${count} people`),
    formTitle: 'A thing to be reminded of',
    type: 'What is it?',
    typeHint: 'A word of your own: task, note, flight…',
    title: 'Title',
    at: 'When is it?',
    zone: 'Time zone',
    who: 'Who is reminded?',
    plan: 'When are they reminded?',
    plans: {
      three: '24 hours, 1 hour and 15 minutes before',
      day: '24 hours before',
      hour: '1 hour before',
      week: '1 week and 24 hours before',
    },
    planNamed: (name) => `The plan “${name}”`,
    id: 'Its id in your system',
    idHint: 'Left empty, one is made up. With the id of something that exists, that is changed.',
    created: (counts) => `Created. Reminders: ${counts}.`,
    needsPeople: 'Choose at least one person.',
  },
  ko: {
    about:
      '리마인더의 대상이에요. 할 일, 메모, 페이지, 미팅 등이에요. 날짜와 관심 있는 사람, 언제 알릴지 정하는 플랜이 있어요. 최근에 바뀐 것이 먼저 나와요.',
    types: '유형',
    typeNames: { meeting: '미팅', task: '할 일', note: '메모', page: '페이지', event: '행사' },
    other: '다른 유형',
    status: '상태',
    any: '전체',
    list: '이 유형의 대상, 최근에 바뀐 순서',
    none: (type) => `“${type}” 유형의 대상이 없어요`,
    noneAbout: '대상을 만들고 누구에게 언제 알릴지 정해 주세요. 대상 없이 따로 예약한 리마인더는 예정에 있어요.',
    create: '대상 만들기',
    meetingsNext: '미팅은 요청해 보세요. 모두에게 맞는 시간을 찾아 줘요.',
    people: (count) => `${count}명`,
    formTitle: '알려 줄 대상',
    type: '무엇인가요?',
    typeHint: '원하는 말로 적어 주세요: task, note, flight…',
    title: '제목',
    at: '언제인가요?',
    zone: '시간대',
    who: '누구에게 알릴까요?',
    plan: '언제 알릴까요?',
    plans: { three: '24시간, 1시간, 15분 전', day: '24시간 전', hour: '1시간 전', week: '1주와 24시간 전' },
    planNamed: (name) => `플랜 “${name}”`,
    id: '원래 시스템의 id',
    idHint: '비워 두면 새로 만들어요. 이미 있는 id를 쓰면 그 대상이 바뀌어요.',
    created: (counts) => `만들었어요. 리마인더: ${counts}.`,
    needsPeople: '한 사람 이상 골라 주세요.',
  },
}

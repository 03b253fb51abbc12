// When people are there.

import type { Words } from '../language.ts'

export type BlockKind = 'weekly' | 'extra' | 'off'

interface AvailabilityWords {
  readonly title: (name: string) => string
  readonly about: (name: string) => string
  readonly none: (name: string) => string
  readonly add: string
  readonly change: string
  readonly remove: string
  readonly changeOf: (block: string) => string
  readonly removeOf: (block: string) => string
  readonly kinds: Readonly<Record<BlockKind, string>>
  readonly weekly: (day: string, hours: string) => string
  readonly extra: (date: string, hours: string) => string
  readonly off: (date: string, hours: string) => string
  readonly allDay: string
  readonly between: (from: string | null, until: string | null) => string
  readonly dialogNew: (name: string) => string
  readonly dialogChange: string
  readonly kind: string
  readonly days: string
  readonly date: string
  readonly start: string
  readonly end: string
  readonly zone: string
  readonly from: string
  readonly until: string
  readonly added: string
  readonly changed: string
  readonly removed: string
  readonly noDay: string
  readonly noDate: string
  readonly noHours: string
  readonly meetingThen: string
}

export const words: Words<AvailabilityWords> = {
  en: {
    title: (name) => `When ${name} is there`,
    about: () => 'Times are found within these hours. Meetings that were accepted stay as they are.',
    none: (name) => `Nobody has said when ${name} is there, so ${name} counts as always there.`,
    add: 'Add hours',
    change: 'Change',
    remove: 'Delete',
    changeOf: (block) => `Change: ${block}`,
    removeOf: (block) => `Delete: ${block}`,
    kinds: { weekly: 'There every week', extra: 'There on one date', off: 'Away on one date' },
    weekly: (day, hours) => `Every ${day}, ${hours}`,
    extra: (date, hours) => `There on ${date}, ${hours}`,
    off: (date, hours) => `Away on ${date}, ${hours}`,
    allDay: 'the whole day',
    between: (from, until) =>
      from && until ? `from ${from} to ${until}` : from ? `from ${from} on` : until ? `until ${until}` : '',
    dialogNew: (name) => `When is ${name} there?`,
    dialogChange: 'Change these hours',
    kind: 'What',
    days: 'On which days',
    date: 'Date',
    start: 'From',
    end: 'To',
    zone: 'On the clocks of',
    from: 'Not before (may be left empty)',
    until: 'Not after (may be left empty)',
    added: 'Added.',
    changed: 'Changed.',
    removed: 'Deleted.',
    noDay: 'Choose at least one day.',
    noDate: 'Choose a date.',
    noHours: 'Say from when to when; the two differ.',
    meetingThen: 'Ask for a meeting then instead',
  },
  ko: {
    title: (name) => `${name} 님이 있는 시간`,
    about: () => '이 시간 안에서 미팅 시간을 찾아요. 이미 수락된 미팅은 그대로예요.',
    none: (name) => `${name} 님이 언제 있는지 정해지지 않아서, 늘 있는 것으로 봐요.`,
    add: '시간 추가',
    change: '바꾸기',
    remove: '삭제',
    changeOf: (block) => `바꾸기: ${block}`,
    removeOf: (block) => `삭제: ${block}`,
    kinds: { weekly: '매주 있어요', extra: '하루만 있어요', off: '하루 없어요' },
    weekly: (day, hours) => `매주 ${day}, ${hours}`,
    extra: (date, hours) => `${date}에 있어요, ${hours}`,
    off: (date, hours) => `${date}에 없어요, ${hours}`,
    allDay: '하루 종일',
    between: (from, until) =>
      from && until ? `${from}부터 ${until}까지` : from ? `${from}부터` : until ? `${until}까지` : '',
    dialogNew: (name) => `${name} 님은 언제 있나요?`,
    dialogChange: '시간 바꾸기',
    kind: '종류',
    days: '요일',
    date: '날짜',
    start: '시작',
    end: '끝',
    zone: '시간대',
    from: '시작일 (비워 둬도 돼요)',
    until: '마지막 날 (비워 둬도 돼요)',
    added: '추가했어요.',
    changed: '바꿨어요.',
    removed: '삭제했어요.',
    noDay: '요일을 하나 이상 고르세요.',
    noDate: '날짜를 고르세요.',
    noHours: '시작과 끝을 서로 다르게 정해 주세요.',
    meetingThen: '대신 그때 미팅 요청하기',
  },
}

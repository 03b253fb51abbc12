import type { Words } from '../language.ts'

export interface AuditWords {
  readonly about: string
  readonly action: string
  readonly any: string
  readonly actor: string
  readonly scope: string
  readonly scopes: Readonly<Record<'tenant' | 'installation', string>>
  readonly list: string
  readonly none: string
  readonly noneNext: string
  readonly detail: string
  readonly when: string
  readonly by: string
  readonly thing: string
  readonly reminder: string
  readonly recipient: string
  readonly data: string
  readonly open: (what: string) => string
  readonly story: string
  readonly you: string
  readonly key: (name: string) => string
  readonly byWhom: (who: string) => string
  /** Of a recipient. */
  readonly fields: Readonly<Record<string, string>>
  readonly fieldsChanged: (list: string) => string
  readonly takesPlace: (when: string) => string
  readonly rings: (when: string) => string
  readonly was: (when: string) => string
  readonly goodUntil: (when: string) => string
  readonly steps: (list: string) => string
  readonly reason: (text: string) => string
}

export const words: Words<AuditWords> = {
  en: {
    about:
      'Who changed what, the newest first; nothing here can be changed or removed. Not listed: that a reminder was planned, which its own page tells (under Upcoming and Deliveries), and that somebody was added (under Recipients).',
    action: 'What',
    any: 'Anything',
    actor: 'By whom',
    scope: 'Of what',
    scopes: { tenant: 'This tenant', installation: 'The installation' },
    list: 'Changes, the newest first',
    none: 'Nothing was changed like that',
    noneNext: 'Whatever people and programs change from now on is written down here.',
    detail: 'One change',
    when: 'When',
    by: 'By',
    thing: 'About',
    reminder: 'Reminder',
    recipient: 'Recipient',
    data: 'As it was written down',
    open: (what) => `${what}: details`,
    story: 'its story',
    you: 'you',
    key: (name) => `the key “${name}”`,
    byWhom: (who) => `by ${who}`,
    fields: {
      name: 'the name',
      timezone: 'the time zone',
      locale: 'the language',
      addresses: 'the addresses',
      channels: 'the channels',
      fallback: 'the channel for when others fail',
      quietHours: 'the quiet hours',
      preferences: 'what they want to hear of',
    },
    fieldsChanged: (list) => `Changed: ${list}.`,
    takesPlace: (when) => `Takes place ${when}.`,
    rings: (when) => `Rings ${when}.`,
    was: (when) => `Before, it was to ring ${when}.`,
    goodUntil: (when) => `Good until ${when}.`,
    steps: (list) => `It reminds ${list}.`,
    reason: (text) => `The reason: ${text}`,
  },
  ko: {
    about:
      '누가 무엇을 바꿨는지 최신순으로 보여 줘요. 기록은 바꾸거나 지울 수 없어요. 여기에 없는 것: 리마인더가 계획된 것은 그 리마인더의 페이지(예정, 발송 내역)에, 새로 추가된 사람은 받는 사람에 있어요.',
    action: '무엇을',
    any: '전체',
    actor: '누가',
    scope: '범위',
    scopes: { tenant: '이 테넌트', installation: '전체 설치' },
    list: '변경, 최신순',
    none: '조건에 맞는 변경이 없어요',
    noneNext: '앞으로 사람이나 프로그램이 바꾸는 것은 여기에 기록돼요.',
    detail: '변경 하나',
    when: '언제',
    by: '누가',
    thing: '대상',
    reminder: '리마인더',
    recipient: '받는 사람',
    data: '기록된 그대로',
    open: (what) => `${what}: 자세히`,
    story: '이야기',
    you: '나',
    key: (name) => `“${name}” 키`,
    byWhom: (who) => who,
    fields: {
      name: '이름',
      timezone: '시간대',
      locale: '언어',
      addresses: '주소',
      channels: '채널',
      fallback: '대체 채널',
      quietHours: '방해 금지 시간',
      preferences: '받을 알림 설정',
    },
    fieldsChanged: (list) => `바뀐 것: ${list}.`,
    takesPlace: (when) => `일시: ${when}.`,
    rings: (when) => `${when}에 울려요.`,
    was: (when) => `원래 예정: ${when}.`,
    goodUntil: (when) => `${when}까지 쓸 수 있어요.`,
    steps: (list) => `알리는 때: ${list}.`,
    reason: (text) => `이유: ${text}`,
  },
}

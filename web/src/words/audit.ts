import type { Words } from '../language.ts'

interface Audit {
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
}

export const words: Words<Audit> = {
  en: {
    about:
      'Who changed what, the newest first. It is only ever added to: nothing here can be changed or removed. What is new is no change: when a reminder was scheduled is told by its own story.',
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
  },
  ko: {
    about:
      '누가 무엇을 바꿨는지 최신순으로 보여 줘요. 기록은 더해지기만 하고 바꾸거나 지울 수 없어요. 새로 생긴 것은 변경이 아니라서, 리마인더가 언제 예약됐는지는 그 리마인더의 이야기에 있어요.',
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
  },
}

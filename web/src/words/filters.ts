import type { Words } from '../language.ts'

interface Filters {
  readonly recipient: string
  readonly entity: string
  readonly entityHint: string
  readonly channel: string
  readonly state: string
  readonly any: string
  readonly notSent: string
  readonly span: string
  readonly spans: Readonly<Record<'hour' | 'today' | 'day' | 'week' | 'all' | 'custom', string>>
  readonly from: string
  readonly to: string
  readonly clear: string
}

export const words: Words<Filters> = {
  en: {
    recipient: 'Recipient',
    entity: 'About',
    entityHint: 'A title',
    channel: 'Channel',
    state: 'State',
    any: 'Any',
    notSent: 'anything not sent',
    span: 'When',
    spans: { hour: 'Last hour', today: 'Today', day: '24 hours', week: '7 days', all: 'All', custom: 'From – to' },
    from: 'From',
    to: 'To',
    clear: 'Clear filters',
  },
  ko: {
    recipient: '받는 사람',
    entity: '대상',
    entityHint: '제목',
    channel: '채널',
    state: '상태',
    any: '전체',
    notSent: '보내지 않은 것 모두',
    span: '기간',
    spans: { hour: '최근 1시간', today: '오늘', day: '24시간', week: '7일', all: '전체', custom: '직접 선택' },
    from: '부터',
    to: '까지',
    clear: '필터 지우기',
  },
}

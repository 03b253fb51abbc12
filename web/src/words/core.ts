// What every page says.

import type { Delivery } from '../api.ts'
import type { Words } from '../language.ts'

interface Core {
  readonly pages: Readonly<Record<PageName, string>>
  /** Where there is room for one word only. */
  readonly attentionShort: string
  readonly groups: Readonly<Record<'now' | 'what' | 'who' | 'how', string>>
  readonly states: Readonly<Record<Delivery['state'], string>>
  readonly close: string
  readonly never: string
  readonly notSaved: string
  readonly typedLost: string
  readonly goOn: string
  readonly throwAway: string
  readonly save: string
  readonly undo: string
  readonly undone: string
  readonly again: string
  readonly loading: string
  readonly failed: string
  readonly news: string
  readonly hasNews: string
  readonly skipToPage: string
  readonly menu: string
  readonly more: string
  readonly tenant: string
  readonly zone: string
  readonly theme: string
  readonly themes: Readonly<Record<'system' | 'light' | 'dark', string>>
  readonly language: string
  readonly settings: string
  readonly signOut: string
  readonly drivenClock: string
  readonly lost: string
  readonly reference: string
  readonly notFound: string
  readonly notFoundNext: string
  readonly unreachable: string
}

export type PageName =
  | 'overview'
  | 'upcoming'
  | 'attention'
  | 'deliveries'
  | 'meetings'
  | 'alarms'
  | 'entities'
  | 'sweeps'
  | 'recipients'
  | 'plans'
  | 'templates'
  | 'webhooks'
  | 'keys'
  | 'audit'
  | 'preview'

export const words: Words<Core> = {
  en: {
    attentionShort: 'Attention',
    pages: {
      overview: 'Overview',
      upcoming: 'Upcoming',
      attention: 'Needs attention',
      deliveries: 'Deliveries',
      meetings: 'Meetings',
      alarms: 'Alarms',
      entities: 'Things',
      sweeps: 'Sweeps',
      recipients: 'Recipients',
      plans: 'Plans',
      templates: 'Templates',
      webhooks: 'Webhooks',
      keys: 'Keys',
      audit: 'Audit',
      preview: 'Preview',
    },
    groups: { now: 'Now', what: 'What', who: 'Who', how: 'How' },
    states: {
      pending: 'waiting',
      sending: 'being sent',
      sent: 'sent',
      failed: 'failed',
      unknown: 'unknown',
      cancelled: 'cancelled',
      suppressed: 'suppressed',
      expired: 'expired',
      skipped: 'skipped',
      quarantined: 'quarantined',
    },
    close: 'Close',
    never: 'Cancel',
    notSaved: 'This is not saved yet',
    typedLost: 'What was typed here would be lost.',
    goOn: 'Keep typing',
    throwAway: 'Throw it away',
    save: 'Save',
    undo: 'Undo',
    undone: 'Taken back.',
    again: 'Try again',
    loading: 'Loading',
    failed: 'That did not work',
    news: 'What just happened',
    hasNews: 'Something has changed: show it',
    skipToPage: 'To the page',
    menu: 'Main menu',
    more: 'More',
    tenant: 'Tenant',
    zone: 'My time zone',
    theme: 'Look',
    themes: { system: 'As the system', light: 'Light', dark: 'Dark' },
    language: 'Language',
    settings: 'Settings',
    signOut: 'Sign out',
    drivenClock: 'The clock is driven: it stands until somebody moves it',
    lost: 'No connection: what you see may be old. Trying again…',
    reference: 'API reference',
    notFound: 'There is nothing here',
    notFoundNext: 'To the overview',
    unreachable: 'The server does not answer',
  },
  ko: {
    attentionShort: '확인 필요',
    pages: {
      overview: '한눈에',
      upcoming: '예정',
      attention: '확인 필요',
      deliveries: '발송 내역',
      meetings: '미팅',
      alarms: '알람',
      entities: '대상',
      sweeps: '스윕',
      recipients: '받는 사람',
      plans: '플랜',
      templates: '템플릿',
      webhooks: '웹훅',
      keys: '키',
      audit: '감사 기록',
      preview: '미리 보기',
    },
    groups: { now: '지금', what: '무엇을', who: '누구에게', how: '어떻게' },
    states: {
      pending: '대기 중',
      sending: '보내는 중',
      sent: '보냄',
      failed: '실패',
      unknown: '알 수 없음',
      cancelled: '취소됨',
      suppressed: '보내지 않음',
      expired: '기한 지남',
      skipped: '건너뜀',
      quarantined: '격리됨',
    },
    close: '닫기',
    never: '취소',
    notSaved: '아직 저장하지 않았어요',
    typedLost: '여기에 입력한 내용이 사라져요.',
    goOn: '계속 쓰기',
    throwAway: '버리기',
    save: '저장',
    undo: '되돌리기',
    undone: '되돌렸어요.',
    again: '다시 시도',
    loading: '불러오는 중',
    failed: '처리하지 못했어요',
    news: '방금 일어난 일',
    hasNews: '바뀐 내용 보기',
    skipToPage: '본문으로',
    menu: '주 메뉴',
    more: '더 보기',
    tenant: '테넌트',
    zone: '내 시간대',
    theme: '화면',
    themes: { system: '시스템 설정', light: '밝게', dark: '어둡게' },
    language: '언어',
    settings: '설정',
    signOut: '로그아웃',
    drivenClock: '시계가 수동이에요. 누가 옮길 때까지 멈춰 있어요',
    lost: '연결이 끊겼어요. 보이는 내용이 오래됐을 수 있어요. 다시 연결하고 있어요…',
    reference: 'API 문서',
    notFound: '여기에는 아무것도 없어요',
    notFoundNext: '처음 화면으로',
    unreachable: '서버가 응답하지 않아요',
  },
}

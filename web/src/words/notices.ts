// What people are told when something becomes of a meeting, by the kind of the notice.

import type { NoticeKind } from '../../../src/meetings/notices.ts'
import type { Words } from '../language.ts'

export const words: Words<Readonly<Record<NoticeKind, string>>> = {
  en: {
    requested: 'news that it is asked for',
    accepted: 'news that it is accepted',
    denied: 'news that it is denied',
    moved: 'news that it is moved',
    cancelled: 'news that it is cancelled',
    expired: 'news that nobody answered',
  },
  ko: {
    requested: '요청됐다는 알림',
    accepted: '수락됐다는 알림',
    denied: '거절됐다는 알림',
    moved: '옮겨졌다는 알림',
    cancelled: '취소됐다는 알림',
    expired: '답이 없었다는 알림',
  },
}

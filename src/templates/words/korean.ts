import type { Words } from './words.ts'

/** Left out in a chat, where everybody sees their own clock. */
export const koreanOwnTime = ', 내 시간대 기준'

// Labels with a colon instead of sentences around a value: particles (을/를, 이/가) depend on the letter before them.
const when = '{{when}}, 내 시간대 기준'
const slots = '{{slots}}, 내 시간대 기준'
const list = '내 시간대 기준:\n\n{{slots}}'

export const korean: Words = {
  topics: {
    other: {
      name: '알림',
      before: { subject: '{{title}}: {{in}}', lead: when },
      now: { subject: '{{title}}', lead: when, short: '' },
      after: { subject: '{{title}}: {{in}}', lead: `지난 일정: ${when}` },
    },
    meeting: {
      name: '회의',
      before: { subject: '{{title}}: {{in}}', lead: `회의 시간: ${when}` },
      now: { subject: '{{title}}: 지금 시작', lead: `지금 회의가 시작됩니다: ${when}` },
      after: { subject: '{{title}}: {{in}}', lead: `지난 회의: ${when}` },
    },
    task: {
      name: '할 일',
      before: { subject: '{{title}}: {{in}} 마감', lead: '마감: {{due}}, 내 시간대 기준' },
      now: { subject: '{{title}}: 지금 마감', lead: '마감: {{due}}, 내 시간대 기준' },
      after: { subject: '{{title}}: 마감 지남', lead: '마감이 지났습니다: {{due}}, 내 시간대 기준' },
    },
    page: {
      name: '페이지',
      before: { subject: '{{title}}', lead: '이 페이지를 다시 볼 시간입니다.' },
      now: { subject: '{{title}}', lead: '이 페이지를 다시 볼 시간입니다.' },
      after: { subject: '{{title}}', lead: '이 페이지를 다시 볼 시간입니다.' },
    },
    checkin: {
      name: '체크인',
      before: { subject: '{{title}}: {{in}}', lead: `체크인 시간: ${when}` },
      now: { subject: '{{title}}', lead: '체크인할 시간입니다.' },
      after: { subject: '{{title}}: {{in}}', lead: `지난 체크인: ${when}` },
    },
    workout: {
      name: '운동',
      before: { subject: '{{title}}: {{in}}', lead: `운동 시간: ${when}` },
      now: { subject: '{{title}}', lead: '운동할 시간입니다.' },
      after: { subject: '{{title}}: {{in}}', lead: `지난 운동: ${when}` },
    },
    mealplan: {
      name: '식단',
      before: { subject: '{{title}}: {{in}}', lead: `식단: ${when}` },
      now: { subject: '{{title}}', lead: '식단을 확인할 시간입니다.' },
      after: { subject: '{{title}}: {{in}}', lead: `지난 식단: ${when}` },
    },
  },
  notices: {
    requested: {
      subject: '{{title}}: 회의 요청',
      lead: `요청한 사람: {{by}}\n제안 시간: ${slots}`,
      several: `요청한 사람: {{by}}\n제안 시간, ${list}`,
    },
    accepted: {
      subject: '{{title}}: 수락됨',
      lead: `수락한 사람: {{by}}\n회의 시간: ${slots}`,
      several: `수락한 사람: {{by}}\n회의 시간, ${list}`,
    },
    settled: {
      subject: '{{title}}: 시간 변경됨',
      lead: `수락한 사람: {{by}}\n바뀐 회의 시간: ${slots}\n이전 시간: {{was}}`,
      several: `수락한 사람: {{by}}\n바뀐 회의 시간, ${list}`,
    },
    denied: {
      subject: '{{title}}: 거절됨',
      lead: `거절한 사람: {{by}}\n제안 시간: ${slots}`,
      several: `거절한 사람: {{by}}\n제안 시간, ${list}`,
    },
    moved: {
      subject: '{{title}}: 시간 변경 제안',
      lead: `변경을 제안한 사람: {{by}}\n새 제안 시간: ${slots}`,
      several: `변경을 제안한 사람: {{by}}\n새 제안 시간, ${list}`,
    },
    shifted: {
      subject: '{{title}}: 표준시 변경',
      lead: `회의 시간대의 표준시 규칙이 바뀌었습니다.\n바뀐 회의 시간: ${slots}`,
      several: `회의 시간대의 표준시 규칙이 바뀌었습니다.\n바뀐 제안 시간, ${list}`,
    },
    cancelled: {
      subject: '{{title}}: 취소됨',
      lead: `취소한 사람: {{by}}\n취소된 시간: ${slots}`,
      several: `취소한 사람: {{by}}\n취소된 제안 시간, ${list}`,
    },
    expired: {
      subject: '{{title}}: 요청 만료',
      lead: `기한까지 수락한 사람이 없습니다.\n제안 시간: ${slots}`,
      several: `기한까지 수락한 사람이 없습니다.\n제안 시간, ${list}`,
    },
  },
  reason: '사유: {{reason}}',
  summary: { subject: '알림 {{count}}건', lead: '{{items}}' },
  resumed: { subject: '그동안 전해 드리지 못한 알림 {{count}}건', lead: '{{items}}' },
  test: { subject: 'Belfry 테스트 메시지', lead: '이 메시지가 보이면 알림을 정상적으로 받을 수 있습니다.' },
  more: '외 {count}건',
}

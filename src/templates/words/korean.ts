import type { Words } from './words.ts'

// Labels with a colon instead of sentences around a value: particles (을/를, 이/가) depend on the letter before them.
const when = '{{when}}, 내 시간대 기준'

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
  summary: { subject: '알림 {{count}}건', lead: '{{items}}' },
  resumed: { subject: '그동안 전해 드리지 못한 알림 {{count}}건', lead: '{{items}}' },
  test: { subject: 'Belfry 테스트 메시지', lead: '이 메시지가 보이면 알림을 정상적으로 받을 수 있습니다.' },
  more: '외 {count}건',
}

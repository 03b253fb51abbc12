// Asking for a meeting.

import type { NoSlotCode } from '../../../src/meetings/slots/slots.ts'
import type { Words } from '../language.ts'

export type PlanName = 'usual' | 'day' | 'hour' | 'quarter' | 'week' | 'none'

interface NewWords {
  readonly title: string
  readonly done: string
  readonly name: string
  readonly namePlaceholder: string
  readonly requester: string
  readonly requesterHint: string
  readonly others: string
  readonly length: string
  readonly minutes: (count: number) => string
  readonly zone: string
  readonly remind: string
  readonly plans: Readonly<Record<PlanName, string>>
  readonly namedPlan: (name: string) => string
  readonly reminders: (steps: number, people: number) => string
  readonly when: string
  readonly whenHint: string
  readonly searchFrom: string
  readonly searchDays: string
  readonly days: (count: number) => string
  readonly find: string
  readonly findFirst: string
  readonly found: (count: number) => string
  readonly oddFor: Readonly<Record<'early' | 'late', (name: string) => string>>
  readonly moreTimes: string
  readonly notFound: string
  /** Of one of them, with those who are never free at the same time. */
  readonly whyNot: Readonly<Record<NoSlotCode, (name: string, others: string) => string>>
  readonly ownTime: string
  readonly addOwn: string
  readonly chosen: string
  readonly takeOut: (time: string) => string
  readonly outside: string
  readonly location: string
  readonly noTitle: string
  readonly noRequester: string
  readonly noOthers: string
  readonly noSlots: string
  readonly past: string
  readonly created: string
}

export const words: Words<NewWords> = {
  en: {
    title: 'New meeting',
    done: 'Ask for this meeting',
    name: 'What is it about',
    namePlaceholder: 'Budget review',
    requester: 'Who asks',
    requesterHint: 'They take part and are reminded, too.',
    others: 'Who else takes part',
    length: 'How long',
    minutes: (count) => (count < 60 ? `${count} minutes` : count === 60 ? '1 hour' : `${count / 60} hours`),
    zone: 'Time zone of the meeting',
    remind: 'Remind everybody',
    plans: {
      usual: 'a day, an hour and 15 minutes before',
      day: 'a day before',
      hour: 'an hour before',
      quarter: '15 minutes before',
      week: 'a week, a day and an hour before',
      none: 'not at all',
    },
    namedPlan: (name) => `by the plan “${name}”`,
    reminders: (steps, people) =>
      `${steps} ${steps === 1 ? 'reminder' : 'reminders'} for each of ${people} people: ${steps * people} in all, made when a time is accepted.`,
    when: 'When',
    whenHint: 'Offer one time or several: the others accept one of them.',
    searchFrom: 'From',
    searchDays: 'Within',
    days: (count) => `${count} days`,
    find: 'Find times',
    findFirst: 'Say first who takes part.',
    found: (count) =>
      `${count === 1 ? 'A time' : `${count} times`} at which everybody is there and free. Choose one or several:`,
    moreTimes: 'More times',
    oddFor: { early: (name) => `early for ${name}`, late: (name) => `late for ${name}` },
    notFound: 'There is no time at which everybody is there and free:',
    whyNot: {
      window_over: () => 'The time in which it was looked for is over.',
      not_there: (name) => `${name} is not there in that time.`,
      off: (name) => `${name} is off all the time.`,
      busy: (name) => `${name} is busy all the time.`,
      too_close: (name) => `${name} is free, but too close to something else.`,
      too_short: (name) => `${name} is free, but never for so long at a stretch.`,
      apart: (name, others) => `${name} is free, but never for so long at the same time as ${others}.`,
      not_on_grid: (name) => `${name} is free with the others, but not where a meeting may begin.`,
      never_with_all: (name) => `${name} is free, but never with all the others.`,
      others_not_free: (name) => `${name} is free; others are not.`,
    },
    ownTime: 'Or a time of your own',
    addOwn: 'Add this time',
    chosen: 'Chosen times',
    takeOut: (time) => `Take out ${time}`,
    outside: 'It may be when somebody is not there',
    location: 'Where (may be left empty)',
    noTitle: 'Say what it is about.',
    noRequester: 'Choose who asks.',
    noOthers: 'Choose at least one other person.',
    noSlots: 'Choose at least one time.',
    past: 'That time has passed already.',
    created: 'Asked for. The others have been told.',
  },
  ko: {
    title: '새 미팅',
    done: '미팅 요청하기',
    name: '무슨 미팅인가요',
    namePlaceholder: '예산 검토',
    requester: '요청하는 사람',
    requesterHint: '이 사람도 참석하고 알림을 받아요.',
    others: '함께할 사람',
    length: '길이',
    minutes: (count) =>
      count < 60
        ? `${count}분`
        : count % 60 === 0
          ? `${count / 60}시간`
          : `${Math.floor(count / 60)}시간 ${count % 60}분`,
    zone: '미팅의 시간대',
    remind: '모두에게 알리기',
    plans: {
      usual: '하루, 한 시간, 15분 전에',
      day: '하루 전에',
      hour: '한 시간 전에',
      quarter: '15분 전에',
      week: '일주일, 하루, 한 시간 전에',
      none: '알리지 않기',
    },
    namedPlan: (name) => `“${name}” 플랜대로`,
    reminders: (steps, people) =>
      `${people}명에게 각각 ${steps}번, 모두 ${steps * people}개의 리마인더가 시간이 수락되면 만들어져요.`,
    when: '언제',
    whenHint: '시간을 하나 또는 여러 개 제안하면, 다른 사람들이 그중 하나를 수락해요.',
    searchFrom: '부터',
    searchDays: '기간',
    days: (count) => `${count}일`,
    find: '시간 찾기',
    findFirst: '먼저 누가 참석하는지 고르세요.',
    found: (count) => `모두 있고 비어 있는 시간이 ${count}개 있어요. 하나 또는 여러 개를 고르세요.`,
    moreTimes: '시간 더 보기',
    oddFor: { early: (name) => `${name} 님에게는 이른 시간`, late: (name) => `${name} 님에게는 늦은 시간` },
    notFound: '모두 있고 비어 있는 시간이 없어요.',
    whyNot: {
      window_over: () => '찾는 기간이 이미 지났어요.',
      not_there: (name) => `${name} 님은 그 기간에 자리에 없어요.`,
      off: (name) => `${name} 님은 계속 쉬어요.`,
      busy: (name) => `${name} 님은 계속 다른 일정이 있어요.`,
      too_close: (name) => `${name} 님은 비는 시간이 있지만 다른 일정과 너무 가까워요.`,
      too_short: (name) => `${name} 님은 비는 시간이 있지만 그만큼 길지 않아요.`,
      apart: (name, others) => `${name} 님은 비는 시간이 있지만 ${others} 님과 그만큼 겹치지 않아요.`,
      not_on_grid: (name) => `${name} 님은 모두와 비는 시간이 있지만 시작할 수 있는 시각이 아니에요.`,
      never_with_all: (name) => `${name} 님은 비는 시간이 있지만 모두와 함께는 없어요.`,
      others_not_free: (name) => `${name} 님은 비는 시간이 있지만 다른 사람이 없어요.`,
    },
    ownTime: '또는 직접 정한 시간',
    addOwn: '이 시간 추가',
    chosen: '고른 시간',
    takeOut: (time) => `${time} 빼기`,
    outside: '누군가 없는 시간이어도 괜찮아요',
    location: '어디서 (비워 둬도 돼요)',
    noTitle: '무슨 미팅인지 적어 주세요.',
    noRequester: '요청하는 사람을 고르세요.',
    noOthers: '함께할 사람을 한 명 이상 고르세요.',
    noSlots: '시간을 하나 이상 고르세요.',
    past: '이미 지난 시간이에요.',
    created: '요청했어요. 다른 분들에게 알렸어요.',
  },
}

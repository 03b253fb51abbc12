// The list of meetings, the week, and when people are there.

import type { Meeting } from '../api.ts'
import type { Words } from '../language.ts'

interface MeetingsWords {
  readonly about: string
  readonly create: string
  readonly show: string
  readonly list: string
  readonly week: string
  readonly person: string
  readonly everybody: string
  readonly status: string
  readonly anyStatus: string
  readonly anyButMoved: string
  readonly from: string
  readonly to: string
  readonly statuses: Readonly<Record<Meeting['status'], string>>
  readonly none: string
  readonly noneNext: string
  readonly noneHere: string
  readonly clear: string
  readonly orMore: (count: number) => string
  readonly today: string
  readonly before: string
  readonly after: string
  readonly beforeDay: string
  readonly afterDay: string
  readonly grid: string
  readonly choosePerson: string
  readonly dragMeeting: string
  readonly dragHours: (name: string) => string
  readonly legend: {
    readonly accepted: string
    readonly proposed: string
    readonly conflict: string
    readonly there: (name: string) => string
    readonly busy: string
  }
  readonly proposedIn: string
  readonly conflictIn: string
  readonly off: string
  readonly moreThanShown: string
}

export const words: Words<MeetingsWords> = {
  en: {
    about: 'One person asks, the others accept a time, and everybody is reminded of it.',
    create: 'New meeting',
    show: 'Show as',
    list: 'List',
    week: 'Week',
    person: 'Person',
    everybody: 'Everybody',
    status: 'Status',
    anyStatus: 'Any status',
    anyButMoved: 'Any but moved',
    from: 'From',
    to: 'To',
    statuses: {
      pending: 'waiting for an answer',
      accepted: 'accepted',
      denied: 'denied',
      rescheduled: 'moved',
      cancelled: 'cancelled',
      completed: 'took place',
    },
    none: 'No meetings ahead',
    noneNext: 'Ask somebody for a time: Belfry finds one that suits all of you, and reminds everybody.',
    noneHere: 'No meetings fit these filters',
    clear: 'Clear the filters',
    orMore: (count) => `or ${count} other ${count === 1 ? 'time' : 'times'}`,
    today: 'Today',
    before: 'Week before',
    after: 'Week after',
    beforeDay: 'Day before',
    afterDay: 'Day after',
    grid: 'The week, by the hour',
    choosePerson: 'Choose a person above to see and change when they are there.',
    dragMeeting: 'Drag a meeting to move it; drag over empty time to ask for one.',
    dragHours: (name) => `Drag over empty time to say when ${name} is there, or away.`,
    legend: {
      accepted: 'accepted',
      proposed: 'proposed, not answered yet',
      conflict: 'something is in the way',
      there: (name) => `${name} is there`,
      busy: 'busy or away',
    },
    proposedIn: 'proposed',
    conflictIn: 'something is in the way',
    off: 'away',
    moreThanShown: 'There are more meetings in this week than are shown. Choose a person.',
  },
  ko: {
    about: '한 사람이 요청하고 다른 사람들이 시간을 수락하면, 모두에게 알려 드려요.',
    create: '새 미팅',
    show: '보기',
    list: '목록',
    week: '주간',
    person: '사람',
    everybody: '모두',
    status: '상태',
    anyStatus: '모든 상태',
    anyButMoved: '옮겨진 것 빼고 모두',
    from: '부터',
    to: '까지',
    statuses: {
      pending: '답을 기다려요',
      accepted: '수락됨',
      denied: '거절됨',
      rescheduled: '옮겨짐',
      cancelled: '취소됨',
      completed: '마침',
    },
    none: '예정된 미팅이 없어요',
    noneNext: '미팅을 요청해 보세요. 모두에게 맞는 시간을 찾고, 모두에게 알려 드려요.',
    noneHere: '이 조건에 맞는 미팅이 없어요',
    clear: '조건 지우기',
    orMore: (count) => `또는 다른 시간 ${count}개`,
    today: '오늘',
    before: '지난주',
    after: '다음 주',
    beforeDay: '전날',
    afterDay: '다음 날',
    grid: '시간별 주간 보기',
    choosePerson: '위에서 사람을 고르면 언제 있는지 보고 바꿀 수 있어요.',
    dragMeeting: '미팅을 끌면 옮길 수 있고, 빈 시간을 끌면 미팅을 요청할 수 있어요.',
    dragHours: (name) => `빈 시간을 끌어서 ${name} 님이 언제 있는지, 없는지 정할 수 있어요.`,
    legend: {
      accepted: '수락됨',
      proposed: '제안됨, 아직 답이 없어요',
      conflict: '겹치는 일이 있어요',
      there: (name) => `${name} 님이 있어요`,
      busy: '바쁘거나 없어요',
    },
    proposedIn: '제안됨',
    conflictIn: '겹치는 일이 있어요',
    off: '없음',
    moreThanShown: '이 주에는 보이는 것보다 미팅이 더 있어요. 사람을 골라 보세요.',
  },
}

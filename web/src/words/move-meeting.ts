// What stands in the way of a time, and the question before a meeting is moved.

import type { Words } from '../language.ts'

interface MoveWords {
  readonly free: string
  readonly checking: string
  readonly inQuietHours: (names: string) => string
  readonly conflicts: Readonly<Record<'meeting' | 'busy' | 'outside_availability', (name: string) => string>>
  readonly thatMeeting: string
  readonly ownTime: string
  readonly title: string
  readonly done: string
  readonly newTime: string
  readonly otherTime: string
  readonly addTime: string
  readonly from: string
  readonly to: string
  readonly who: string
  readonly reason: string
  readonly reasonHint: string
  readonly told: (names: string) => string
  readonly afterwards: (asked: string) => string
  readonly acceptAtOnce: (asked: string) => string
  readonly moved: string
  readonly movedAccepted: string
  readonly noTime: string
  readonly duration: string
}

export const words: Words<MoveWords> = {
  en: {
    free: 'Everybody is there and free',
    checking: 'Looking whether everybody is free…',
    inQuietHours: (names) => `It is in the quiet hours of ${names}.`,
    conflicts: {
      meeting: (name) => `${name} is in another meeting`,
      busy: (name) => `${name} is busy in another calendar`,
      outside_availability: (name) => `${name} is not there at that time`,
    },
    thatMeeting: 'see it',
    ownTime: 'your time',
    title: 'Move the meeting',
    done: 'Move it',
    newTime: 'New time',
    otherTime: 'Offered, too',
    addTime: 'Offer another time, too',
    from: 'Now',
    to: 'Then',
    who: 'Who moves it',
    reason: 'Why (may be left empty)',
    reasonHint: 'The others are told.',
    told: (names) => `${names} will be told at once.`,
    afterwards: (asked) =>
      `The reminders of the old time stop now; those of the new time are made when ${asked} accepts.`,
    acceptAtOnce: (asked) => `Accept the new time for ${asked} right away`,
    moved: 'Moved: the new time is waiting for an answer.',
    movedAccepted: 'Moved: the new time is accepted, and its reminders are made.',
    noTime: 'Choose another time, one that is still to come.',
    duration: 'It stays as long as it was.',
  },
  ko: {
    free: '모두 있고 시간이 비어 있어요',
    checking: '모두 시간이 되는지 보고 있어요…',
    inQuietHours: (names) => `${names} 님의 방해 금지 시간이에요.`,
    conflicts: {
      meeting: (name) => `${name} 님은 다른 미팅이 있어요`,
      busy: (name) => `${name} 님은 다른 캘린더에 일정이 있어요`,
      outside_availability: (name) => `${name} 님은 그 시간에 없어요`,
    },
    thatMeeting: '보기',
    ownTime: '내 시간',
    title: '미팅 옮기기',
    done: '옮기기',
    newTime: '새 시간',
    otherTime: '함께 제안하는 시간',
    addTime: '다른 시간도 제안하기',
    from: '지금',
    to: '옮긴 뒤',
    who: '옮기는 사람',
    reason: '이유 (비워 둬도 돼요)',
    reasonHint: '다른 사람들에게 전해져요.',
    told: (names) => `${names} 님에게 바로 알려요.`,
    afterwards: (asked) =>
      `이전 시간의 리마인더는 지금 멈추고, 새 시간의 리마인더는 ${asked} 님이 수락하면 만들어져요.`,
    acceptAtOnce: (asked) => `${asked} 님을 대신해 새 시간을 바로 수락하기`,
    moved: '옮겼어요. 새 시간에 대한 답을 기다리고 있어요.',
    movedAccepted: '옮겼어요. 새 시간이 수락됐고 리마인더가 만들어졌어요.',
    noTime: '아직 지나지 않은 다른 시간을 고르세요.',
    duration: '길이는 그대로예요.',
  },
}

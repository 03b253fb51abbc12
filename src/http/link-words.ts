// What the page of a link says, in English and in Korean.

import { withParticle } from '../particles.ts'

export interface LinkWords {
  readonly language: string
  /** Where a reminder has no title. */
  readonly untitled: string
  /** A message about several. */
  readonly several: (count: number) => string
  readonly when: string
  readonly done: string
  readonly snooze: string
  readonly tenMinutes: string
  readonly anHour: string
  readonly tomorrow: string
  readonly unsubscribe: string
  readonly isDone: (at: string) => string
  readonly isSnoozed: (until: string) => string
  readonly nowDone: string
  readonly ringsNext: (at: string) => string
  readonly collapsed: (at: string) => string
  readonly alreadyDone: (at: string) => string
  readonly rangAgain: string
  readonly seen: string
  readonly undo: string
  readonly undone: string
  readonly tooLate: string
  readonly unsubscribeWhy: (type: string, channel: string) => string
  readonly unsubscribed: (type: string, channel: string) => string
  readonly channels: Readonly<Record<string, string>>
  readonly notThere: string
  readonly notThereWhy: string
  readonly notUnderstood: string
  readonly notUnderstoodWhy: string
  readonly tooOften: string
  readonly tooOftenWhy: string
}

const english: LinkWords = {
  language: 'en',
  untitled: 'Reminder',
  several: (count) => `${count} reminders`,
  when: 'When',
  done: 'Done',
  snooze: 'Remind me again',
  tenMinutes: 'in 10 minutes',
  anHour: 'in an hour',
  tomorrow: 'tomorrow morning',
  unsubscribe: 'Unsubscribe',
  isDone: (at) => `Done on ${at}.`,
  isSnoozed: (until) => `Rings again on ${until}.`,
  nowDone: 'Done.',
  ringsNext: (at) => `Done. It rings next on ${at}.`,
  collapsed: (at) => `It rings by itself before that: on ${at}.`,
  alreadyDone: (at) => `It was already done, on ${at}.`,
  rangAgain: 'It has rung again since. Please use the newer reminder.',
  seen: 'Seen.',
  undo: 'Undo',
  undone: 'Taken back.',
  tooLate: 'That cannot be taken back any more: something else was done since, or it has rung again.',
  unsubscribeWhy: (type, channel) => `Stop reminders about “${type}” by ${channel}?`,
  unsubscribed: (type, channel) => `You will get no more reminders about “${type}” by ${channel}.`,
  channels: { email: 'email', web_push: 'notification', telegram: 'Telegram', in_app: 'inbox' },
  notThere: 'This link does not work any more',
  notThereWhy: 'It has expired, or what it was about is gone.',
  notUnderstood: 'That did not work',
  notUnderstoodWhy: 'Please go back and try one of the buttons.',
  tooOften: 'Too many requests',
  tooOftenWhy: 'Please try again in a minute.',
}

const korean: LinkWords = {
  language: 'ko',
  untitled: '알림',
  several: (count) => `알림 ${count}건`,
  when: '일시',
  done: '완료',
  snooze: '다시 알림',
  tenMinutes: '10분 뒤',
  anHour: '1시간 뒤',
  tomorrow: '내일 아침',
  unsubscribe: '수신 거부',
  isDone: (at) => `${at}에 완료했어요.`,
  isSnoozed: (until) => `${until}에 다시 알려 드려요.`,
  nowDone: '완료했어요.',
  ringsNext: (at) => `완료했어요. 다음 알림은 ${at}에 울려요.`,
  collapsed: (at) => `그 전에 ${at}에 알림이 울려요.`,
  alreadyDone: (at) => `${at}에 이미 완료했어요.`,
  rangAgain: '그 뒤에 알림이 다시 울렸어요. 새 알림에서 해 주세요.',
  seen: '확인했어요.',
  undo: '되돌리기',
  undone: '되돌렸어요.',
  tooLate: '더는 되돌릴 수 없어요. 그 사이에 다른 변경이 있었거나 다시 울렸어요.',
  unsubscribeWhy: (type, channel) => `‘${type}’ 알림을 ${withParticle(channel, '으로/로')} 그만 받으시겠어요?`,
  unsubscribed: (type, channel) => `이제 ‘${type}’ 알림을 ${withParticle(channel, '으로/로')} 보내지 않아요.`,
  channels: { email: '이메일', web_push: '푸시 알림', telegram: '텔레그램', in_app: '받은 알림함' },
  notThere: '더 이상 쓸 수 없는 링크예요',
  notThereWhy: '기간이 지났거나 대상이 없어졌어요.',
  notUnderstood: '처리하지 못했어요',
  notUnderstoodWhy: '이전 화면으로 돌아가 버튼을 눌러 주세요.',
  tooOften: '요청이 너무 많아요',
  tooOftenWhy: '잠시 후 다시 시도해 주세요.',
}

/** By the person's locale; English where there is no better one. */
export function wordsFor(locale: string): LinkWords {
  return /^ko\b/i.test(locale) ? korean : english
}

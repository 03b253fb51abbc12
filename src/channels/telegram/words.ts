// The few words that this channel brings along itself, in English and Korean.

export interface Words {
  readonly done: string
  readonly tenMinutes: string
  readonly oneHour: string
  readonly tomorrow: string
  readonly more: string
  readonly snooze: string
  readonly open: string
  /** Title and body of the message that sums up what was missed. */
  missed(count: number, isMore: boolean): string
  latest(count: number): string
  /** `2031-12-01T09:00:00`, as somebody says it. */
  moment(local: string): string
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

const english: Words = {
  done: '✓ Done',
  tenMinutes: '10 min',
  oneHour: '1 h',
  tomorrow: 'Tomorrow',
  more: '…',
  snooze: 'Snooze',
  open: 'Open',
  missed: (count, isMore) =>
    `Welcome back. While you were away you missed ${isMore ? 'more than ' : ''}${count} reminder${count === 1 ? '' : 's'}.`,
  latest: (count) => (count === 1 ? 'It was:' : 'The latest:'),
  moment: (local) => `${Number(local.slice(8, 10))} ${months[Number(local.slice(5, 7)) - 1]} ${local.slice(11, 16)}`,
}

const korean: Words = {
  done: '✓ 완료',
  tenMinutes: '10분',
  oneHour: '1시간',
  tomorrow: '내일',
  more: '…',
  snooze: '다시 알림',
  open: '열기',
  missed: (count, isMore) => `다시 오셨네요. 그동안 놓친 알림이 ${count}개${isMore ? ' 넘게' : ''} 있어요.`,
  latest: (count) => (count === 1 ? '놓친 알림:' : '최근 알림:'),
  moment: (local) => `${Number(local.slice(5, 7))}월 ${Number(local.slice(8, 10))}일 ${local.slice(11, 16)}`,
}

export function wordsOf(locale: string): Words {
  return /^ko\b/i.test(locale) ? korean : english
}

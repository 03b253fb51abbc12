// What the bot says of lists: what is to come, what is deleted, paused, and due today.

import type { Language } from '../language/index.ts'

export interface ListWords {
  readonly title: string
  readonly groupTitle: string
  page(page: number): string
  readonly nothing: string
  readonly groupNothing: string
  /** Above a list, while everything of theirs is paused. */
  allPaused(until: string | null): string
  readonly paused: string
  readonly waiting: string
  readonly stages: Readonly<Record<'under way' | 'rang' | 'deleted' | 'over', string>>
  readonly earlier: string
  readonly later: string
  readonly deleteSome: string
  readonly back: string
  /** Below a list, in delete mode. */
  readonly tapToDelete: string

  readonly whichToDelete: string
  readonly notNumbers: string
  readonly noListYet: string
  readonly contested: string
  readonly deletedHead: string
  undo(count: number): string
  readonly noUndo: string
  wasSending(numbers: string): string
  wasSendingSome(count: number): string
  hadRung(numbers: string): string
  isOver(numbers: string): string
  alreadyDeleted(numbers: string): string
  notShown(numbers: string): string
  hasChanged(numbers: string): string
  notMadeByYou(numbers: string): string
  madeElsewhere(numbers: string): string
  askAll(count: number): string
  askAllLong(count: number): string
  yesAll(count: number): string
  keep(count: number): string
  readonly kept: string
  readonly notYourQuestion: string
  deletedAll(count: number): string
  notAllYours(count: number): string
  /** In the little window over a button. */
  toastDeleted(title: string): string
  readonly toastGone: string
  readonly toastRang: string
  readonly toastOver: string
  readonly toastSending: string
  readonly toastChanged: string
  readonly toastNotMadeByYou: string
  readonly toastMadeElsewhere: string
  readonly toastUnknown: string

  pausedAll(until: string | null, isGroup: boolean): string
  readonly pauseFate: string
  readonly onlyAdminPauses: string
  pausedSome(count: number): string
  readonly resumeHint: string
  ringsOnce(numbers: string): string
  readonly untilNotUnderstood: string
  readonly untilPast: string
  readonly untilOnlyAll: string
  resumedAll(isGroup: boolean): string
  resumedSome(count: number): string
  notPaused(numbers: string): string
  readonly nothingPaused: string
  readonly pausedOnes: string
  readonly resumeWhich: string

  today(day: string): string
  readonly todayNothing: string
  readonly todayCame: string
  readonly todayComes: string
  readonly next: string
  readonly andMore: string
  readonly done: string
  snoozed(until: string): string
  readonly sent: string
  readonly sending: string
  readonly unknown: string
  readonly tooLate: string
  readonly notSent: string
  readonly failed: string
}

const one = (numbers: string) => !/[,–]/.test(numbers)

const english: ListWords = {
  title: 'Your reminders',
  groupTitle: 'Reminders of this group',
  page: (page) => `page ${page}`,
  nothing: 'You have no reminders. Just write what and when, such as “call mom tomorrow at 9”.',
  groupNothing: 'There are no reminders here. Try /addreminder call mom tomorrow at 9',
  allPaused: (until) => `⏸ Everything is paused${until === null ? '' : ` until ${until}`}. /resume goes on.`,
  paused: 'paused',
  waiting: 'waiting for Done',
  stages: { 'under way': 'being sent', rang: 'rang', deleted: 'deleted', over: 'over' },
  earlier: '◀',
  later: '▶',
  deleteSome: '🗑',
  back: '✓ Finished',
  tapToDelete: 'Tap what I should delete.',

  whichToDelete: 'Which one should I delete? Send its number (3, or 1,3, or 2-4, or all), or tap it.',
  notNumbers: 'Which ones? For example: /delete 3, /delete 1,3, /delete 2-4 or /delete all.',
  noListYet: 'I do not know which list you mean, so I show it once more.',
  contested: 'The list was shown again since you saw yours, and the numbers have changed. Which one do you mean?',
  deletedHead: 'Deleted:',
  undo: (count) => `/undo brings ${count === 1 ? 'it' : 'them'} back.`,
  noUndo: 'That cannot be undone.',
  wasSending: (n) => `${n}: was being sent at that very moment, and may still reach you. It will not ring again.`,
  wasSendingSome: (count) =>
    count === 1
      ? '1 was being sent at that very moment, and may still reach you. It will not ring again.'
      : `${count} were being sent at that very moment, and may still reach you. They will not ring again.`,
  hadRung: (n) => `${n}: had rung already.`,
  isOver: (n) => `${n}: is over already; it could not be sent, or not in time.`,
  alreadyDeleted: (n) => `${n}: ${one(n) ? 'was' : 'were'} deleted already.`,
  notShown: (n) => `${n}: not in that list.`,
  hasChanged: (n) => `${n}: ${one(n) ? 'says' : 'say'} something else by now. Look at /reminders first.`,
  notMadeByYou: (n) => `${n}: only who made it, or an admin of the group, can do that.`,
  madeElsewhere: (n) => `${n}: comes from elsewhere (a meeting, a page), and is changed there.`,
  askAll: (count) => (count === 1 ? 'Delete your only reminder?' : `Delete all ${count} reminders?`),
  askAllLong: (count) => `Delete all ${count} reminders? These are too many for /undo.`,
  yesAll: (count) => (count === 1 ? '🗑 Delete it' : '🗑 Delete all'),
  keep: (count) => (count === 1 ? 'Keep it' : 'Keep them'),
  kept: 'All right, nothing was deleted.',
  notYourQuestion: 'I asked somebody else.',
  deletedAll: (count) => (count === 1 ? 'Deleted one reminder.' : `Deleted ${count} reminders.`),
  notAllYours: (count) =>
    count === 1
      ? '1 stays: only who made it, or an admin of the group, can delete it.'
      : `${count} stay: only who made them, or an admin of the group, can delete them.`,
  toastDeleted: (title) => `Deleted: ${title}`,
  toastGone: 'It was deleted already.',
  toastRang: 'It had rung already.',
  toastOver: 'It is over already: it could not be sent, or not in time.',
  toastSending: 'It was being sent at that very moment. It will not ring again.',
  toastChanged: 'It has changed since the list was shown. Look again, and tap once more.',
  toastNotMadeByYou: 'Only who made it, or an admin of the group, can delete it.',
  toastMadeElsewhere: 'It comes from elsewhere (a meeting, a page), and is changed there.',
  toastUnknown: 'There is no such reminder here.',

  pausedAll: (until, isGroup) =>
    `⏸ Nothing rings${isGroup ? ' in this group' : ''}${until === null ? ' until you say /resume' : ` until ${until}`}.`,
  pauseFate: 'What comes due meanwhile rings afterwards, if it is no more than a day late then.',
  onlyAdminPauses: 'Only an admin of the group can pause all of its reminders. /pause 3 pauses one of yours.',
  pausedSome: (count) => (count === 1 ? '⏸ Paused:' : `⏸ Paused ${count}:`),
  resumeHint: '/resume with the number goes on.',
  ringsOnce: (n) => `${n}: rings only once. /edit moves it, /delete takes it away.`,
  untilNotUnderstood: 'Until when? For example: /pause until Monday, /pause until tomorrow 6pm, /pause for 3 days.',
  untilPast: 'That is past already. Until when?',
  untilOnlyAll: 'I can pause everything until a moment, or one of them until you say /resume. Which of the two?',
  resumedAll: (isGroup) =>
    `▶ Reminders${isGroup ? ' of this group' : ''} ring again. What came due meanwhile follows now, if it is no more than a day late.`,
  resumedSome: (count) => (count === 1 ? '▶ Goes on:' : `▶ ${count} go on:`),
  notPaused: (n) => `${n}: ${one(n) ? 'is' : 'are'} not paused.`,
  nothingPaused: 'Nothing is paused.',
  pausedOnes: 'Paused one by one',
  resumeWhich: 'Say /resume with a number, or /resume all.',

  today: (day) => `Today, ${day}`,
  todayNothing: 'Nothing more rings today.',
  todayCame: 'So far',
  todayComes: 'To come',
  next: 'Next:',
  andMore: '… and more: /reminders',
  done: '✅ done',
  snoozed: (until) => `💤 again at ${until}`,
  sent: '🔔 rang',
  sending: '📨 being sent',
  unknown: '❔ sent, and nobody knows whether it arrived',
  tooLate: '⚠️ missed',
  notSent: '🔕 not sent',
  failed: '⚠️ could not be sent',
}

const korean: ListWords = {
  title: '내 알림',
  groupTitle: '이 그룹의 알림',
  page: (page) => `${page}쪽`,
  nothing: '등록된 알림이 없어요. “내일 아침 9시에 엄마한테 전화”처럼 무엇을 언제 알려 드릴지 적어 주세요.',
  groupNothing: '이 그룹에는 알림이 없어요. 예: /addreminder 내일 아침 9시에 엄마한테 전화',
  allPaused: (until) =>
    `⏸ 모든 알림이 ${until === null ? '' : `${until}까지 `}멈춰 있어요. /resume 으로 다시 시작해요.`,
  paused: '멈춤',
  waiting: '완료를 기다리는 중',
  stages: { 'under way': '보내는 중', rang: '울렸음', deleted: '삭제됨', over: '끝남' },
  earlier: '◀',
  later: '▶',
  deleteSome: '🗑',
  back: '✓ 마침',
  tapToDelete: '삭제할 알림을 눌러 주세요.',

  whichToDelete: '어느 알림을 삭제할까요? 번호(3, 1,3, 2-4, 전부)를 보내거나 눌러 주세요.',
  notNumbers: '어느 알림인가요? 예: /delete 3, /delete 1,3, /delete 2-4, /delete 전부',
  noListYet: '어느 목록인지 알 수 없어서 다시 보여 드려요.',
  contested: '그 사이에 목록이 다시 표시되어 번호가 바뀌었어요. 어느 알림인가요?',
  deletedHead: '삭제했어요:',
  undo: () => '/undo 로 되돌릴 수 있어요.',
  noUndo: '되돌릴 수 없어요.',
  wasSending: (n) => `${n}번: 마침 보내는 중이어서 도착할 수도 있어요. 다시 울리지는 않아요.`,
  wasSendingSome: (count) => `${count}개는 마침 보내는 중이어서 도착할 수도 있어요. 다시 울리지는 않아요.`,
  hadRung: (n) => `${n}번: 이미 울렸어요.`,
  isOver: (n) => `${n}번: 보내지 못했거나 때를 놓쳐서 이미 끝났어요.`,
  alreadyDeleted: (n) => `${n}번: 이미 삭제되었어요.`,
  notShown: (n) => `${n}번: 그 목록에 없어요.`,
  hasChanged: (n) => `${n}번: 그 사이에 내용이 바뀌었어요. 먼저 /reminders 를 확인해 주세요.`,
  notMadeByYou: (n) => `${n}번: 만든 사람이나 그룹 관리자만 할 수 있어요.`,
  madeElsewhere: (n) => `${n}번: 다른 곳(회의, 페이지)에서 온 알림이라 그곳에서 바꿔야 해요.`,
  askAll: (count) => (count === 1 ? '하나뿐인 알림을 삭제할까요?' : `알림 ${count}개를 모두 삭제할까요?`),
  askAllLong: (count) => `알림 ${count}개를 모두 삭제할까요? 너무 많아서 /undo 로 되돌릴 수 없어요.`,
  yesAll: (count) => (count === 1 ? '🗑 삭제' : '🗑 모두 삭제'),
  keep: () => '그대로 두기',
  kept: '네, 그대로 둘게요.',
  notYourQuestion: '다른 분께 여쭤본 거예요.',
  deletedAll: (count) => `알림 ${count}개를 삭제했어요.`,
  notAllYours: (count) => `${count}개는 남겨 두었어요. 만든 사람이나 그룹 관리자만 삭제할 수 있어요.`,
  toastDeleted: (title) => `삭제했어요: ${title}`,
  toastGone: '이미 삭제되었어요.',
  toastRang: '이미 울렸어요.',
  toastOver: '보내지 못했거나 때를 놓쳐서 이미 끝났어요.',
  toastSending: '마침 보내는 중이었어요. 다시 울리지는 않아요.',
  toastChanged: '목록이 표시된 뒤에 바뀌었어요. 다시 확인하고 한 번 더 눌러 주세요.',
  toastNotMadeByYou: '만든 사람이나 그룹 관리자만 삭제할 수 있어요.',
  toastMadeElsewhere: '다른 곳(회의, 페이지)에서 온 알림이라 그곳에서 바꿔야 해요.',
  toastUnknown: '그런 알림은 여기에 없어요.',

  pausedAll: (until, isGroup) =>
    `⏸ ${isGroup ? '이 그룹에서는 ' : ''}${until === null ? '/resume 하실 때까지' : `${until}까지`} 아무것도 울리지 않아요.`,
  pauseFate: '그 사이 시간이 지난 알림 중 하루가 지나지 않은 것은 다시 시작할 때 보내 드려요.',
  onlyAdminPauses: '그룹의 모든 알림은 관리자만 멈출 수 있어요. 내가 만든 알림 하나는 /pause 3 처럼 멈출 수 있어요.',
  pausedSome: (count) => (count === 1 ? '⏸ 멈췄어요:' : `⏸ ${count}개를 멈췄어요:`),
  resumeHint: '/resume 과 번호로 다시 시작해요.',
  ringsOnce: (n) => `${n}번: 한 번만 울리는 알림이에요. /edit 으로 옮기거나 /delete 로 삭제해 주세요.`,
  untilNotUnderstood: '언제까지 멈출까요? 예: /pause 월요일까지, /pause 내일 저녁 6시까지, /pause 3일 동안',
  untilPast: '이미 지난 때예요. 언제까지 멈출까요?',
  untilOnlyAll: '전부를 어느 때까지 멈추거나, 하나를 /resume 하실 때까지 멈출 수 있어요. 어느 쪽인가요?',
  resumedAll: (isGroup) =>
    `▶ ${isGroup ? '이 그룹의 ' : ''}알림이 다시 울려요. 그 사이 시간이 지난 알림 중 하루가 지나지 않은 것은 지금 보내 드려요.`,
  resumedSome: (count) => (count === 1 ? '▶ 다시 시작해요:' : `▶ ${count}개를 다시 시작해요:`),
  notPaused: (n) => `${n}번: 멈춰 있지 않아요.`,
  nothingPaused: '멈춰 있는 알림이 없어요.',
  pausedOnes: '하나씩 멈춘 알림',
  resumeWhich: '/resume 과 번호를, 또는 /resume 전부 를 보내 주세요.',

  today: (day) => `오늘, ${day}`,
  todayNothing: '오늘 더 울릴 알림이 없어요.',
  todayCame: '지금까지',
  todayComes: '앞으로',
  next: '다음:',
  andMore: '… 더 있어요: /reminders',
  done: '✅ 완료',
  snoozed: (until) => `💤 ${until}에 다시`,
  sent: '🔔 울렸음',
  sending: '📨 보내는 중',
  unknown: '❔ 보냈지만 도착했는지 알 수 없음',
  tooLate: '⚠️ 놓침',
  notSent: '🔕 보내지 않음',
  failed: '⚠️ 보내지 못함',
}

export function listWords(language: Language): ListWords {
  return language === 'ko' ? korean : english
}

// What the bot says about making and changing reminders.

import { withParticle } from '../../particles.ts'
import type { Language } from '../language/index.ts'

export type ButtonName =
  | ('undo' | 'delete' | 'time' | 'repeat' | 'bringBack' | 'back')
  | ('tenMinutes' | 'hour' | 'tomorrow' | 'otherTime')
  | ('daily' | 'weekdays' | 'weekly' | 'monthly' | 'once')
  | ('justRing' | 'leave')

export interface AddingWords {
  readonly buttons: Readonly<Record<ButtonName, string>>
  /** Below an echo. */
  quietHours(planned: string): string
  zoneIsGuess(zone: string): string
  /** In a group its admins set it. */
  groupZoneIsGuess(zone: string): string
  groupZoneIsYours(zone: string): string
  stillOpen(what: string): string
  /** Nothing rings before the pause is over; null: until /resume. */
  allPaused(until: string | null): string

  readonly hello: string
  readonly welcome: string
  readonly fine: string

  readonly what: string
  readonly howToSayWhen: string
  readonly noTimeInIt: string
  readonly accepted: string
  /** Until the question about it is answered. */
  readonly staysSo: string
  readonly noText: string
  readonly noCaption: string
  readonly questionIsOver: string
  readonly left: string
  readonly leftAsItIs: string
  full(count: number): string

  deleted(title: string): string
  readonly broughtBack: string
  readonly cannotBringBack: string
  readonly momentIsPast: string
  readonly changedMeanwhile: string
  readonly hasRung: string
  readonly isRinging: string
  readonly wasDeleted: string
  readonly isGone: string
  readonly notYours: string
  readonly onlyMaker: string
  readonly isSoAlready: string
  readonly changed: string
  readonly notPossible: string
  readonly followsFromElsewhere: string

  readonly editWhich: string
  readonly editNoList: string
  editNoNumber(number: string): string
  readonly editWhat: string
  readonly editWhen: string

  nothingToUndo(minutes: number): string
  undoneCreated(title: string): string
  undoneDeleted(titles: readonly string[], more: number): string
  readonly undoneChanged: string
  undoneSaid(title: string): string
  undoTooLate(title: string): string
  cannotUndo(command: string): string
}

const english: AddingWords = {
  buttons: {
    ...{
      undo: '↩ Undo',
      delete: '🗑 Delete',
      time: '🕘 Time',
      repeat: '🔁 Repeat',
      bringBack: '↩ Bring it back',
      back: '‹ Back',
    },
    ...{ tenMinutes: '+10 min', hour: '+1 h', tomorrow: 'Tomorrow', otherTime: 'Other…' },
    ...{ daily: 'Daily', weekdays: 'Weekdays', weekly: 'Weekly', monthly: 'Monthly', once: 'Once' },
    ...{ justRing: 'Just ring', leave: 'Never mind' },
  },
  quietHours: (planned) => `not ${planned}, because of your quiet hours`,
  zoneIsGuess: (zone) => `I take your time zone to be ${zone}; /timezone changes that`,
  groupZoneIsGuess: (zone) => `I take the time zone of this group to be ${zone}; its admins change that with /timezone`,
  groupZoneIsYours: (zone) =>
    `this group goes by ${zone}, the time zone of who first wrote to me here; its admins change that with /timezone`,
  stillOpen: (what) => `Still open: when shall I remind you of “${what}”?`,
  allPaused: (until) =>
    until === null
      ? 'everything is paused, so nothing rings before you /resume'
      : `everything is paused until ${until}, so nothing rings before; /resume ends that`,

  hello: 'Hello!',
  welcome: 'You are welcome!',
  fine: '👍',

  what: 'What shall I remind you of?',
  howToSayWhen: 'Tap one, or write a time, such as “in 20 minutes” or “tomorrow at 9”. /cancel leaves.',
  noTimeInIt:
    'I see no time in that. Write one such as “in 20 minutes”, “tomorrow at 9” or “every Monday at 8”; /cancel leaves.',
  accepted: 'For example: “in 20 minutes”, “tomorrow at 9”, “Nov 30 15:00”, “every Monday at 8”.',
  staysSo: 'Until then it stays as it was.',
  noText: 'I can only read text. Write what I shall remind you of, and when.',
  noCaption:
    'I cannot look at that or listen to it. Send it with a caption, such as “pay this tomorrow at 9”, and I will remind you.',
  questionIsOver: 'This question is over. Just write it once more.',
  left: 'All right, no reminder.',
  leftAsItIs: 'All right, it stays as it is.',
  full: (count) =>
    `You have ${count.toLocaleString('en')} reminders, and that is as many as I keep. Delete some first: /reminders`,

  deleted: (title) => `Deleted: ${title}`,
  broughtBack: 'It is back.',
  cannotBringBack: 'It cannot be brought back any more.',
  momentIsPast: 'Its moment has passed meanwhile.',
  changedMeanwhile: 'It was changed meanwhile.',
  hasRung: 'It has rung already.',
  isRinging: 'It is ringing right now.',
  wasDeleted: 'It was deleted.',
  isGone: 'There is no such reminder any more.',
  notYours: 'That is not a reminder of this chat.',
  onlyMaker: 'Only whoever made it, or an admin, can change it.',
  isSoAlready: 'It is like that already.',
  changed: 'Changed.',
  notPossible: 'That does not work with this one. Choose “Other…” and write how it should be.',
  followsFromElsewhere: 'Its time follows from what it is about, and cannot be changed here.',

  editWhich:
    'Which one? Write /edit and its number in the list, such as “/edit 3 tomorrow at 9”, or reply to its message with /edit.',
  editNoList: 'Numbers are those of the last list: /reminders shows it.',
  editNoNumber: (number) => `There is no number ${number} in the last list.`,
  editWhat: 'Write its new time or its new text. /cancel leaves it as it is.',
  editWhen: 'When instead? Write a time, such as “tomorrow at 9” or “every Monday at 8”. /cancel leaves it as it is.',

  nothingToUndo: (minutes) => `There is nothing to undo: I remember what you did in the last ${minutes} minutes.`,
  undoneCreated: (title) => `Undone, it is deleted: ${title}`,
  undoneDeleted: (titles, more) =>
    `Undone, ${titles.length + more === 1 ? 'it is' : 'they are'} back: ${titles.join(', ')}${more > 0 ? ` and ${more} more` : ''}`,
  undoneChanged: 'Undone, it is as before:',
  undoneSaid: (title) => `Undone: ${title}`,
  undoTooLate: (title) => `That cannot be undone any more: ${title}`,
  cannotUndo: (command) =>
    `The last thing you did was ${command}, and I cannot take that back. Nothing was changed. /undo once more is about what you did before it.`,
}

const korean: AddingWords = {
  buttons: {
    ...{
      undo: '↩ 되돌리기',
      delete: '🗑 삭제',
      time: '🕘 시간',
      repeat: '🔁 반복',
      bringBack: '↩ 복구',
      back: '‹ 뒤로',
    },
    ...{ tenMinutes: '+10분', hour: '+1시간', tomorrow: '내일', otherTime: '직접 입력…' },
    ...{ daily: '매일', weekdays: '평일', weekly: '매주', monthly: '매월', once: '한 번만' },
    ...{ justRing: '그냥 울리기', leave: '그만두기' },
  },
  quietHours: (planned) => `방해 금지 시간이라 ${planned} 대신 이때 알려 드려요`,
  zoneIsGuess: (zone) => `시간대를 ${withParticle(zone, '으로/로')} 보고 있어요. /timezone 에서 바꿀 수 있어요`,
  groupZoneIsGuess: (zone) =>
    `이 그룹의 시간대를 ${withParticle(zone, '으로/로')} 보고 있어요. 관리자가 /timezone 에서 바꿀 수 있어요`,
  groupZoneIsYours: (zone) =>
    `이 그룹의 시간대는 처음 말을 건 분을 따라 ${withParticle(zone, '으로/로')} 정했어요. 관리자가 /timezone 에서 바꿀 수 있어요`,
  stillOpen: (what) => `아직 시간을 정하지 않았어요: “${what}”`,
  allPaused: (until) =>
    until === null
      ? '모든 알림이 멈춰 있어요. /resume 하시기 전에는 울리지 않아요'
      : `${until}까지 모든 알림이 멈춰 있어 그 전에는 울리지 않아요. 다시 시작하려면 /resume`,

  hello: '안녕하세요!',
  welcome: '천만에요!',
  fine: '👍',

  what: '무엇을 알려 드릴까요?',
  howToSayWhen: '버튼을 누르거나 “20분 뒤”, “내일 오전 9시”처럼 적어 주세요. 그만두려면 /cancel',
  noTimeInIt: '시간을 찾지 못했어요. “20분 뒤”, “내일 오전 9시”, “매주 월요일 8시”처럼 적어 주세요. 그만두려면 /cancel',
  accepted: '예: “20분 뒤”, “내일 오전 9시”, “11월 30일 15시”, “매주 월요일 8시”.',
  staysSo: '그때까지는 원래대로 둘게요.',
  noText: '글만 읽을 수 있어요. 무엇을 언제 알려 드릴지 적어 주세요.',
  noCaption: '내용을 보거나 들을 수 없어요. “내일 9시에 결제”처럼 설명을 함께 보내 주시면 알려 드릴게요.',
  questionIsOver: '이미 지나간 질문이에요. 다시 적어 주세요.',
  left: '네, 알림을 만들지 않을게요.',
  leftAsItIs: '네, 그대로 둘게요.',
  full: (count) =>
    `알림이 ${count.toLocaleString('en')}개 있어요. 더는 보관할 수 없으니 먼저 몇 개를 지워 주세요: /reminders`,

  deleted: (title) => `삭제했어요: ${title}`,
  broughtBack: '복구했어요.',
  cannotBringBack: '더는 복구할 수 없어요.',
  momentIsPast: '그사이 시간이 지났어요.',
  changedMeanwhile: '그사이 바뀌었어요.',
  hasRung: '이미 울렸어요.',
  isRinging: '지금 울리고 있어요.',
  wasDeleted: '삭제된 알림이에요.',
  isGone: '이제 없는 알림이에요.',
  notYours: '이 대화방의 알림이 아니에요.',
  onlyMaker: '만든 사람이나 관리자만 바꿀 수 있어요.',
  isSoAlready: '이미 그렇게 되어 있어요.',
  changed: '바꿨어요.',
  notPossible: '이 알림은 그렇게 바꿀 수 없어요. “직접 입력…”을 눌러 적어 주세요.',
  followsFromElsewhere: '다른 일정에 따라 정해지는 시간이라 여기서 바꿀 수 없어요.',

  editWhich: '어느 알림인가요? “/edit 3 내일 9시”처럼 목록의 번호를 적거나, 그 메시지에 /edit 로 답장해 주세요.',
  editNoList: '번호는 마지막 목록의 번호예요. /reminders 로 볼 수 있어요.',
  editNoNumber: (number) => `마지막 목록에 ${number}번이 없어요.`,
  editWhat: '새 시간이나 새 내용을 적어 주세요. 그대로 두려면 /cancel',
  editWhen: '언제로 바꿀까요? “내일 오전 9시”, “매주 월요일 8시”처럼 적어 주세요. 그대로 두려면 /cancel',

  nothingToUndo: (minutes) => `되돌릴 것이 없어요. 최근 ${minutes}분 동안 하신 일만 기억해요.`,
  undoneCreated: (title) => `되돌렸어요. 삭제된 알림: ${title}`,
  undoneDeleted: (titles, more) => `되돌렸어요. 복구한 알림: ${titles.join(', ')}${more > 0 ? ` 외 ${more}개` : ''}`,
  undoneChanged: '되돌렸어요. 이전 그대로예요:',
  undoneSaid: (title) => `되돌렸어요: ${title}`,
  undoTooLate: (title) => `더는 되돌릴 수 없어요: ${title}`,
  cannotUndo: (command) =>
    `마지막으로 하신 일은 ${command} 인데, 그것은 되돌릴 수 없어요. 아무것도 바꾸지 않았어요. /undo 를 한 번 더 보내시면 그 전에 하신 일을 되돌려요.`,
}

export function addingWords(language: Language): AddingWords {
  return language === 'ko' ? korean : english
}

// What the bot says everywhere: its menu, and when something does not work.

import type { Language } from '../language/index.ts'

/** In the order of the menu. */
export const commandNames = [
  ...['start', 'addreminder', 'reminders', 'today', 'delete', 'edit', 'pause', 'resume', 'undo'],
  ...['timezone', 'settings', 'export', 'privacy', 'forgetme', 'cancel', 'help'],
] as const
export type CommandName = (typeof commandNames)[number]

export interface CoreWords {
  readonly menu: Readonly<Record<CommandName, string>>
  /** Above the list of commands. */
  readonly help: string
  readonly unknownCommand: string
  readonly cancelled: string
  readonly nothingToCancel: string
  readonly failed: string
  /** It cannot be known whether an answer arrived. */
  readonly maybeLost: string
  /** A button that says nothing any more, or never did. */
  readonly oldButton: string
}

const english: CoreWords = {
  menu: {
    ...{ start: 'Set up language and time zone', addreminder: 'Add a reminder', reminders: 'What is to come' },
    ...{ today: 'What is due today', delete: 'Delete reminders', edit: 'Change a reminder' },
    ...{
      pause: 'Pause everything, or one by its number',
      resume: 'Go on with what is paused',
      undo: 'Undo the last step',
    },
    ...{ timezone: 'Say where you are', settings: 'Language, hours, quiet hours', export: 'Take your reminders along' },
    ...{ privacy: 'What I keep of you', forgetme: 'Delete everything of yours', cancel: 'Leave what we are doing' },
    help: 'What I can do',
  },
  help: 'Just write what and when, such as “call mom tomorrow at 9” or “water the plants every Sunday at 10”.',
  unknownCommand: 'I do not know that command. /help shows what I can do.',
  cancelled: 'All right, forget it.',
  nothingToCancel: 'There is nothing to cancel.',
  failed: 'Sorry, that did not work. Please try once more in a moment.',
  maybeLost: 'My last answer may not have reached you. /reminders shows what I have.',
  oldButton: 'This button is too old.',
}

const korean: CoreWords = {
  menu: {
    ...{ start: '언어와 시간대 설정', addreminder: '알림 추가', reminders: '예정된 알림 보기' },
    ...{ today: '오늘의 알림', delete: '알림 삭제', edit: '알림 수정' },
    ...{ pause: '모든 알림, 또는 번호로 하나 멈추기', resume: '멈춘 알림 다시 시작', undo: '마지막 작업 되돌리기' },
    ...{ timezone: '지역 설정', settings: '언어, 기본 시각, 방해 금지 시간', export: '알림 내보내기' },
    ...{ privacy: '저장되는 정보', forgetme: '내 정보 모두 삭제', cancel: '하던 일 그만두기' },
    help: '사용 방법',
  },
  help: '무엇을 언제 알려 드릴지 그냥 적어 주세요. 예: “내일 아침 9시에 엄마한테 전화”, “매주 일요일 10시에 화분 물주기”.',
  unknownCommand: '모르는 명령이에요. /help 에서 할 수 있는 일을 볼 수 있어요.',
  cancelled: '네, 그만둘게요.',
  nothingToCancel: '취소할 것이 없어요.',
  failed: '죄송해요, 처리하지 못했어요. 잠시 후 다시 시도해 주세요.',
  maybeLost: '방금 드린 답이 전달되지 않았을 수 있어요. /reminders 에서 확인해 주세요.',
  oldButton: '너무 오래된 버튼이에요.',
}

export function coreWords(language: Language): CoreWords {
  return language === 'ko' ? korean : english
}

// What the bot says about the person: how they are set up, linked, and forgotten.

import { withParticle } from '../../particles.ts'
import type { Language } from '../language/index.ts'

/** A zone as it is said: `Berlin`, and what its clocks show: `14:30`. */
export interface SaidZone {
  readonly name: string
  readonly time: string
}

export interface ZoneChange {
  /** Reminders that went along. */
  readonly moved: number
  readonly isMore: boolean
  readonly isGroup: boolean
}

export interface PeopleWords {
  readonly languageName: string
  /** Of the other one, in its own words: for the button that switches. */
  readonly otherLanguage: string
  readonly switched: string
  readonly hello: string
  readonly helloGroup: string
  /** How to begin, once everything is set up. */
  readonly example: string
  zoneIs(zone: SaidZone, isGroup?: boolean): string
  readonly otherZone: string
  linked(name: string | null): string
  /** Reminders of theirs that have come along. */
  linkedAlong(count: number): string
  readonly linkUsed: string
  readonly linkExpired: string
  readonly linkUnknown: string
  readonly linkInGroup: string

  readonly where: string
  /** In a group the bot only hears replies. */
  readonly whereInGroup: string
  readonly shareLocation: string
  /** They have gone on to something else, and the question is over. */
  readonly whereLater: string
  zoneSet(zone: SaidZone, change: ZoneChange): string
  zoneUnchanged(zone: SaidZone): string
  readonly notRight: string
  whichOne(text: string): string
  whichClock(time: string): string
  placeUnknown(text: string): string
  readonly noZoneAtThatTime: string
  readonly adminsOnly: string

  readonly settings: string
  readonly groupSettings: string
  readonly language: string
  readonly zone: string
  readonly hour: string
  readonly quietHours: string
  readonly nag: string
  readonly off: string
  readonly other: string
  nagEvery(minutes: number): string
  readonly askHour: string
  readonly askQuietHours: string
  readonly notATime: string
  readonly notHours: string
  readonly whichHour: string
  readonly whichHours: string
  readonly saved: string

  readonly exportEmpty: string
  exported(count: number): string
  readonly exportInPrivate: string
  readonly privacy: string
  readonly privacyInGroup: string
  forgetAsk(reminders: number, isMore: boolean, isLinked: boolean): string
  readonly forgetYes: string
  readonly forgetNo: string
  readonly forgotten: string
  readonly forgetKept: string
  readonly notYours: string
}

const english: PeopleWords = {
  languageName: 'English',
  otherLanguage: '한국어',
  switched: 'English it is.',
  hello: 'Hello! I remind you. Write what and when, and I tell you on time.',
  helloGroup:
    'Hello! In a group I listen to commands, to replies to my messages, and to those who mention me: “/addreminder tomorrow at 9 stand-up”. Reminders made here belong to the group.',
  example:
    'Try it: “call mom tomorrow at 9”, or “water the plants every Sunday at 10”. /help shows what else I can do.',
  zoneIs: ({ name, time }, isGroup) =>
    `${isGroup ? 'The clock of this group' : 'Your clock'} is that of ${name}: ${time} now.`,
  otherZone: 'Another time zone',
  linked: (name) =>
    `${name === null ? 'You are' : `Hello, ${name}! You are`} connected. From now on your reminders reach you here too, with Done and Snooze.`,
  linkedAlong: (count) =>
    `${count} reminder${count === 1 ? '' : 's'} that you made before ${count === 1 ? 'has' : 'have'} come along.`,
  linkUsed: 'This link has been used already. Please ask for a new one.',
  linkExpired: 'This link is too old: they are good for ten minutes. Please ask for a new one.',
  linkUnknown: 'I do not know this link. Please ask for a new one, and open it as it is.',
  linkInGroup: 'Links are for our private chat: open it there, please.',

  where:
    'Where are you? Share your location, pick a city or write any other, or tell me what time it is for you, such as 14:30.',
  whereInGroup:
    'Where is this group? Pick a city, or reply to this message with any other, or with the time there, such as 14:30.',
  shareLocation: '📍 Share my location',
  whereLater: 'All right, where you are can wait. /timezone asks again.',
  zoneSet: ({ name, time }, { moved, isMore, isGroup }) =>
    `${name} it is${isGroup ? ' for this group' : ''}: ${time} now.${moved === 0 ? '' : ` ${isMore ? 'More than ' : ''}${moved} reminder${moved === 1 ? ' has' : 's have'} moved along.`}`,
  zoneUnchanged: ({ name, time }) => `${name}, ${time} now: as before.`,
  notRight: 'If that is not right, which one is it?',
  whichOne: (text) => `Which ${text} do you mean?`,
  whichClock: (time) => `It is ${time} now in several places whose clocks will differ later. Which is like yours?`,
  placeUnknown: (text) =>
    `I do not know “${text}”. A bigger city nearby will do, or the time on your clock, such as 14:30.`,
  noZoneAtThatTime: 'No clock in the world shows that time now. Please look at yours once more, or write a city.',
  adminsOnly: 'In a group only admins can change that.',

  settings: 'Settings',
  groupSettings: 'Settings of this group',
  language: 'Language',
  zone: 'Time zone',
  hour: 'When no hour is said',
  quietHours: 'Quiet hours',
  nag: 'Ask again until Done',
  off: 'off',
  other: 'Other…',
  nagEvery: (minutes) => (minutes % 60 === 0 ? `every ${minutes / 60} h` : `every ${minutes} min`),
  askHour: 'Which hour do you mean when you say none? Write it like 7:30 or 6 pm.',
  askQuietHours:
    'From when to when should I be quiet? Write it like 22:00-07:00 or “11 pm to 8 am”; “off” for never. What falls into them rings when they end.',
  notATime: 'I do not read a time in that. Write it like 7:30 or 6 pm; /cancel leaves it as it is.',
  notHours: 'I do not read two times in that. Write it like 22:00-07:00, or “off”; /cancel leaves it as it is.',
  whichHour: 'Morning or evening?',
  whichHours: 'Which do you mean?',
  saved: 'Saved.',

  exportEmpty: 'You have no reminders to come. The files have your settings.',
  exported: (count) =>
    `${count} reminder${count === 1 ? '' : 's'} to come, for calendars (ICS) and for programs (JSON).`,
  exportInPrivate: 'That is for our private chat: send me /export there.',
  privacy: [
    'What I keep of you:',
    '• your Telegram ID, the name you have there, your language, time zone and settings;',
    '• your reminders: what they say and when they ring;',
    '• that they were sent, and what you answered, until whoever runs me clears old records (90 days, unless they chose otherwise);',
    '• where we are in a conversation, for 90 days at the most.',
    'A location that you share becomes a time zone at once; I keep the zone, not the place.',
    'I read nothing in groups but commands, replies to me and what mentions me.',
    'Nobody else gets any of it, except Telegram, which carries our messages.',
    '',
    '/export gives you all of it. /forgetme erases it.',
  ].join('\n'),
  privacyInGroup: 'Reminders made in a group belong to the group, with the Telegram ID of whoever made them.',
  forgetAsk: (reminders, isMore, isLinked) =>
    [
      `Erase everything about you${reminders === 0 ? '' : `, with ${isMore ? 'more than ' : ''}${reminders} reminder${reminders === 1 ? '' : 's'} to come`}? Nothing will ring any more, and it cannot be undone.`,
      ...(isLinked
        ? ['You are connected to a program that reminds you through me: that ends too, on every channel.']
        : []),
      'What was made in groups stays with them. /export first, if you want to keep something.',
    ].join('\n'),
  forgetYes: 'Erase everything',
  forgetNo: 'Keep it',
  forgotten: 'Done. I know nothing about you any more. Should you ever write again, we begin anew.',
  forgetKept: 'Nothing was erased.',
  notYours: 'That button is for somebody else.',
}

const korean: PeopleWords = {
  languageName: '한국어',
  otherLanguage: 'English',
  switched: '한국어로 말씀드릴게요.',
  hello: '안녕하세요! 알림을 도와드려요. 무엇을 언제 알려 드릴지 적어 주시면 제때 알려 드릴게요.',
  helloGroup:
    '안녕하세요! 그룹에서는 명령어와 제 메시지에 대한 답장, 그리고 저를 언급한 메시지만 읽어요. 예: “/addreminder 내일 9시 회의”. 여기서 만든 알림은 그룹의 알림이에요.',
  example:
    '이렇게 적어 보세요: “내일 아침 9시에 엄마한테 전화”, “매주 일요일 10시에 화분 물주기”. /help 에서 더 많은 기능을 볼 수 있어요.',
  zoneIs: ({ name, time }, isGroup) =>
    `${isGroup ? '이 그룹의 ' : ''}시간대는 ${withParticle(name, '이고/고')} 지금 ${withParticle(time, '이에요/예요')}.`,
  otherZone: '다른 시간대',
  linked: (name) =>
    `${name === null ? '' : `${name}님, `}연결되었어요. 이제 알림을 여기서도 받고 완료나 다시 알림을 누를 수 있어요.`,
  linkedAlong: (count) => `전에 만든 알림 ${count}개도 그대로 이어져요.`,
  linkUsed: '이미 사용한 링크예요. 새 링크를 요청해 주세요.',
  linkExpired: '시간이 지난 링크예요. 링크는 10분 동안만 쓸 수 있어요. 새 링크를 요청해 주세요.',
  linkUnknown: '모르는 링크예요. 새 링크를 받아 그대로 열어 주세요.',
  linkInGroup: '링크는 저와의 개인 대화에서 열어 주세요.',

  where: '어디에 계세요? 위치를 공유하거나, 도시를 고르거나 적어 주세요. 지금 몇 시인지 적어 주셔도 돼요(예: 14:30).',
  whereInGroup:
    '이 그룹은 어디에 있나요? 도시를 고르거나, 이 메시지에 도시 이름이나 그곳의 시각(예: 14:30)으로 답장해 주세요.',
  shareLocation: '📍 내 위치 공유',
  whereLater: '네, 지역은 나중에 알려 주셔도 돼요. /timezone 에서 다시 여쭤볼게요.',
  zoneSet: ({ name, time }, { moved, isMore, isGroup }) =>
    `${isGroup ? '이 그룹의 ' : ''}시간대를 ${name}(지금 ${time})에 맞췄어요.${moved === 0 ? '' : ` 알림 ${moved}개${isMore ? ' 이상' : ''}의 시각도 함께 옮겼어요.`}`,
  zoneUnchanged: ({ name, time }) => `${name}, 지금 ${time}: 그대로예요.`,
  notRight: '맞지 않으면 골라 주세요.',
  whichOne: (text) => `어느 ${text} 말씀이세요?`,
  whichClock: (time) => `지금 ${time}인 곳이 여럿인데 앞으로 시각이 달라져요. 어디와 같으세요?`,
  placeUnknown: (text) =>
    `${withParticle(`“${text}”`, '은/는')} 모르는 곳이에요. 가까운 큰 도시나 지금 시각(예: 14:30)을 적어 주세요.`,
  noZoneAtThatTime: '지금 그 시각인 곳은 없어요. 시계를 다시 보시거나 도시를 적어 주세요.',
  adminsOnly: '그룹에서는 관리자만 바꿀 수 있어요.',

  settings: '설정',
  groupSettings: '이 그룹의 설정',
  language: '언어',
  zone: '시간대',
  hour: '시각을 말하지 않으면',
  quietHours: '방해 금지 시간',
  nag: '완료할 때까지 다시 묻기',
  off: '끔',
  other: '직접 입력…',
  nagEvery: (minutes) => (minutes % 60 === 0 ? `${minutes / 60}시간마다` : `${minutes}분마다`),
  askHour: '시각을 말하지 않으면 몇 시로 할까요? “7:30”이나 “오후 6시”처럼 적어 주세요.',
  askQuietHours:
    '언제부터 언제까지 조용히 할까요? “22:00-07:00”이나 “밤 11시부터 아침 8시까지”처럼 적어 주세요. 없애려면 “끔”이라고 적어 주세요. 그 사이의 알림은 끝날 때 울려요.',
  notATime: '시각을 찾지 못했어요. “7:30”이나 “오후 6시”처럼 적어 주세요. 그만두려면 /cancel 을 보내 주세요.',
  notHours:
    '두 시각을 찾지 못했어요. “22:00-07:00”처럼 적거나 “끔”이라고 적어 주세요. 그만두려면 /cancel 을 보내 주세요.',
  whichHour: '오전인가요, 오후인가요?',
  whichHours: '어느 쪽인가요?',
  saved: '저장했어요.',

  exportEmpty: '예정된 알림이 없어요. 파일에는 설정이 들어 있어요.',
  exported: (count) => `예정된 알림 ${count}개: 캘린더용(ICS)과 프로그램용(JSON)이에요.`,
  exportInPrivate: '저와의 개인 대화에서 /export 를 보내 주세요.',
  privacy: [
    '저장하는 정보:',
    '• 텔레그램 사용자 ID와 이름, 언어, 시간대, 설정',
    '• 알림의 내용과 시각',
    '• 알림을 보냈다는 기록과 누르신 답: 운영자가 오래된 기록을 지울 때까지 보관해요(따로 정하지 않으면 90일)',
    '• 대화가 어디까지 왔는지: 길어도 90일 동안만 보관해요',
    '공유하신 위치는 바로 시간대로 바꾸고, 위치는 저장하지 않아요.',
    '그룹에서는 명령어와 저에게 한 답장, 저를 언급한 메시지만 읽어요.',
    '메시지를 전달하는 텔레그램 말고는 누구에게도 넘기지 않아요.',
    '',
    '/export 로 모두 받아 볼 수 있고, /forgetme 로 모두 지울 수 있어요.',
  ].join('\n'),
  privacyInGroup: '그룹에서 만든 알림은 그룹의 것이고, 만든 사람의 텔레그램 사용자 ID가 함께 저장돼요.',
  forgetAsk: (reminders, isMore, isLinked) =>
    [
      `모든 정보를 지울까요?${reminders === 0 ? '' : ` 예정된 알림 ${reminders}개${isMore ? ' 이상' : ''}도 함께 지워져요.`} 더는 아무것도 울리지 않고, 되돌릴 수 없어요.`,
      ...(isLinked ? ['저를 통해 알림을 보내는 프로그램과의 연결도 모든 채널에서 끝나요.'] : []),
      '그룹에서 만든 알림은 그룹에 남아요. 보관하시려면 먼저 /export 를 보내 주세요.',
    ].join('\n'),
  forgetYes: '모두 지우기',
  forgetNo: '그대로 두기',
  forgotten: '모두 지웠어요. 이제 아무것도 기억하지 않아요. 다시 말을 걸어 주시면 처음부터 시작할게요.',
  forgetKept: '아무것도 지우지 않았어요.',
  notYours: '다른 분의 버튼이에요.',
}

export function peopleWords(language: Language): PeopleWords {
  return language === 'ko' ? korean : english
}

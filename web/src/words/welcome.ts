import type { Words } from '../language.ts'

interface Welcome {
  readonly title: string
  readonly what: string
  readonly how: string
  readonly picture: string
  readonly thing: string
  readonly thingExample: readonly [what: string, when: string]
  readonly reminders: string
  readonly offsets: readonly [string, string, string]
  readonly channels: string
  readonly channelNames: readonly [string, string, string]
  readonly steps: string
  readonly meeting: string
  readonly meetingAbout: string
  readonly remind: string
  readonly remindAbout: string
  readonly demo: string
  readonly demoAbout: string
  readonly noDemoAbout: string
  readonly demoTitle: string
  readonly look: readonly (readonly [href: string, name: string, about: string])[]
  readonly hide: string
}

export const words: Words<Welcome> = {
  en: {
    title: 'Welcome to Belfry',
    what: 'Tell Belfry what is going to happen and who cares: it reminds each of them on time, once, on the channels they chose.',
    how: 'When a meeting moves, its reminders move along. Of everything that did not ring, it can say why.',
    picture:
      'A meeting has reminders, one for each person and moment, and each goes out on the channels of that person.',
    thing: 'A thing that happens',
    thingExample: ['Budget review', 'Tuesday 10:00'],
    reminders: 'its reminders',
    offsets: ['a day before', 'an hour before', '15 min before'],
    channels: 'their channels',
    channelNames: ['in the app', 'e-mail', 'Telegram'],
    steps: 'Where to begin',
    meeting: 'Make a meeting',
    meetingAbout: 'Two people, a time that suits both, and six reminders.',
    remind: 'Remind somebody',
    remindAbout: 'Write it as you would say it: “every Friday at 4pm weekly report”.',
    demo: 'Look at the demo',
    demoAbout: 'Four people in four zones, with things that ring right now.',
    noDemoAbout: 'Run belfry demo in a terminal: four people, meetings and notes, and the first rings within seconds.',
    demoTitle: 'This is the demo',
    look: [
      ['/upcoming', 'What will ring', 'Move one, skip one, cancel one.'],
      ['/meetings', 'Meetings', 'Move one and see its reminders move.'],
      ['/deliveries?state=not_sent&span=week', 'What was not sent', 'Each with its reason.'],
    ],
    hide: 'Hide this',
  },
  ko: {
    title: 'Belfry에 오신 것을 환영해요',
    what: '무슨 일이 언제 있고 누가 알아야 하는지 알려 주면, Belfry가 정해진 시각에 한 번만, 각자 고른 채널로 알려 줘요.',
    how: '미팅이 옮겨지면 알림도 따라 옮겨져요. 울리지 않은 것은 왜 그런지 말해 줘요.',
    picture: '미팅 하나에 사람과 시각마다 알림이 있고, 알림은 그 사람의 채널로 나가요.',
    thing: '일어날 일',
    thingExample: ['예산 회의', '화요일 10:00'],
    reminders: '알림',
    offsets: ['하루 전', '한 시간 전', '15분 전'],
    channels: '각자의 채널',
    channelNames: ['앱 안에서', '이메일', '텔레그램'],
    steps: '어디서 시작할까요',
    meeting: '미팅 만들기',
    meetingAbout: '두 사람, 둘 다 되는 시간, 그리고 알림 여섯 개예요.',
    remind: '알림 보내기',
    remindAbout: '말하듯이 적어 보세요. “매주 금요일 오후 4시 주간 보고”.',
    demo: '데모 보기',
    demoAbout: '네 시간대의 네 사람, 지금 바로 울리는 것들이 있어요.',
    noDemoAbout: '터미널에서 belfry demo를 실행해 보세요. 네 사람과 미팅, 메모가 생기고 몇 초 안에 울려요.',
    demoTitle: '여기는 데모예요',
    look: [
      ['/upcoming', '울릴 것', '옮기고, 건너뛰고, 취소해 보세요.'],
      ['/meetings', '미팅', '미팅을 옮기면 알림이 따라가요.'],
      ['/deliveries?state=not_sent&span=week', '보내지 않은 것', '왜 보내지 않았는지도 보여 줘요.'],
    ],
    hide: '숨기기',
  },
}

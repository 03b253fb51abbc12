import { withParticle } from '../../../src/particles.ts'
import type { Words } from '../language.ts'

interface Recipients {
  readonly about: string
  readonly add: string
  readonly none: string
  readonly noneNext: string
  readonly search: string
  readonly searchHint: string
  readonly noneFound: (text: string) => string
  readonly noneFoundNext: string
  readonly id: string
  readonly idHint: string
  readonly name: string
  readonly zone: string
  readonly locale: string
  readonly email: string
  readonly channels: string
  readonly quiet: string
  readonly state: string
  readonly paused: string
  readonly pausedUntil: (when: string) => string
  readonly pausedHint: string
  readonly pause: string
  readonly resume: string
  readonly wasPaused: string
  readonly wasResumed: string
  readonly saved: string
  readonly details: string
  readonly addresses: string
  readonly addressesAbout: string
  readonly address: (channel: string) => string
  readonly noAddress: string
  readonly needsNone: string
  readonly notSetUp: (channel: string) => string
  readonly inDemo: (channel: string) => string
  readonly needsNoTest: string
  readonly addressBad: (reason: string) => string
  readonly useAgain: string
  readonly usedAgain: string
  readonly suspend: string
  readonly suspended: string
  readonly tryIt: string
  readonly tried: (channel: string, outcome: string) => string
  readonly triedDemo: (channel: string) => string
  readonly outcomes: Readonly<Record<string, string>>
  readonly preferences: string
  readonly preferencesAbout: string
  readonly channelsOn: string
  readonly kindsOn: string
  readonly otherKind: string
  readonly typesOff: string
  readonly listHint: string
  readonly quietAbout: string
  readonly noQuiet: string
  readonly from: string
  readonly to: string
  readonly days: string
  readonly dayNames: Readonly<Record<string, string>>
  readonly addQuiet: string
  readonly saveQuiet: string
  readonly remove: string
  readonly quietSaved: string
  readonly zoneSaved: string
  readonly toCome: string
  readonly nothingToCome: string
  readonly rang: string
  readonly nothingRang: string
  readonly all: string
  readonly openInbox: string
  readonly erase: string
  readonly eraseAsk: (id: string) => string
  readonly erased: string
  readonly notThere: string
  readonly onlySuspended: string
}

export const words: Words<Recipients> = {
  en: {
    about:
      'The people who are reminded: where they are reached, in which zone they live, and when they want to be left alone.',
    add: 'Add a recipient',
    none: 'Nobody is here yet',
    noneNext: 'Add somebody, then make a meeting or a reminder for them.',
    search: 'Name or id',
    searchHint: 'How it begins',
    noneFound: (text) => `Nobody is called “${text}”`,
    noneFoundNext: 'People are found by the beginning of their name, of its last word, or of their id.',
    id: 'Id',
    idHint: 'Your own name for them, such as the id of your user.',
    name: 'Name',
    zone: 'Time zone',
    locale: 'Language',
    email: 'Email',
    channels: 'Reached by',
    quiet: 'Quiet hours',
    state: 'State',
    paused: 'paused',
    pausedUntil: (when) => `paused until ${when}`,
    pausedHint: 'Nothing rings while paused. What comes due meanwhile rings afterwards, if still useful.',
    pause: 'Pause',
    resume: 'Resume',
    wasPaused: 'Paused: nothing rings for them.',
    wasResumed: 'They are reminded again.',
    saved: 'Saved.',
    details: 'Who',
    addresses: 'Addresses',
    addressesAbout:
      'One on each channel. One that a provider called dead is suspended until somebody says that it is good again.',
    address: (channel) => `${channel} address`,
    noAddress: 'none',
    needsNone: 'needs no address',
    notSetUp: (channel) =>
      `${channel} is not set up on this server: nothing is sent there. How to set it up: docs/channels.md`,
    inDemo: (channel) =>
      `${channel} is in demo mode on this server: it is written down and not sent. How to set it up: docs/channels.md`,
    needsNoTest: 'needs no address and no test: it is written with the reminder',
    addressBad: (reason) => `suspended: ${reason}`,
    useAgain: 'It is good again',
    usedAgain: 'It is used again.',
    suspend: 'Suspend',
    suspended: 'Nothing is sent there any more.',
    tryIt: 'Send a test',
    tried: (channel, outcome) => `${channel}: ${outcome}`,
    triedDemo: (channel) =>
      `${channel} is in demo mode on this server: nothing was sent. How to set it up: docs/channels.md`,
    outcomes: {
      delivered: 'delivered',
      deferred: 'not now; it would be tried again',
      busy: 'busy; it would be tried again',
      refused: 'refused',
      gone: 'nobody is there any more',
      suppressed: 'not sent',
      unknown: 'nobody knows whether it arrived',
    },
    preferences: 'Preferences',
    preferencesAbout: 'What is off is not sent, and says so in the story of the reminder.',
    channelsOn: 'Reminders come by',
    kindsOn: 'Reminders come',
    otherKind: 'Another kind to switch off',
    typesOff: 'Types of things that are off',
    listHint: 'By its name in the plan, such as 2d_before; several with commas',
    quietAbout: 'What would ring then waits for their end if it is still useful, and rings before them if not.',
    noQuiet: 'None: reminders may ring at any hour.',
    from: 'From',
    to: 'To',
    days: 'Days',
    dayNames: {
      monday: 'Mon',
      tuesday: 'Tue',
      wednesday: 'Wed',
      thursday: 'Thu',
      friday: 'Fri',
      saturday: 'Sat',
      sunday: 'Sun',
    },
    addQuiet: 'Add quiet hours',
    saveQuiet: 'Save quiet hours',
    remove: 'Remove',
    quietSaved: 'Saved. What would ring in these hours rings before or after them.',
    zoneSaved: 'Saved. What goes by their clock has moved with it.',
    toCome: 'What will ring',
    nothingToCome: 'Nothing is planned for them.',
    rang: 'What was sent lately, or not',
    nothingRang: 'Nothing was due yet.',
    all: 'All',
    openInbox: 'Open their inbox',
    erase: 'Erase',
    eraseAsk: (id) =>
      `Erase ${id}: addresses and texts are gone everywhere, and what is pending is cancelled. This cannot be taken back.`,
    erased: 'Erased.',
    notThere: 'There is no such recipient',
    onlySuspended: 'Only with a suspended address',
  },
  ko: {
    about: '알림을 받는 사람들이에요. 어디로 보낼지, 어느 시간대에 사는지, 언제 방해받고 싶지 않은지 정할 수 있어요.',
    add: '사람 추가',
    none: '아직 아무도 없어요',
    noneNext: '먼저 사람을 추가한 다음 미팅이나 알림을 만들어 보세요.',
    search: '이름 또는 ID',
    searchHint: '앞부분',
    noneFound: (text) => `${withParticle(`“${text}”`, '으로/로')} 시작하는 사람이 없어요`,
    noneFoundNext: '이름(성을 뺀 이름도 돼요)이나 ID의 앞부분으로 찾을 수 있어요.',
    id: 'ID',
    idHint: '서비스에서 쓰는 사용자 ID처럼 직접 정한 이름이에요.',
    name: '이름',
    zone: '시간대',
    locale: '언어',
    email: '이메일',
    channels: '채널',
    quiet: '방해 금지 시간',
    state: '상태',
    paused: '일시 중지됨',
    pausedUntil: (when) => `${when}까지 일시 중지됨`,
    pausedHint: '일시 중지 중에는 아무것도 울리지 않아요. 그동안 때가 된 알림은 아직 쓸모 있으면 나중에 울려요.',
    pause: '일시 중지',
    resume: '다시 시작',
    wasPaused: '일시 중지했어요. 이 사람에게는 아무것도 울리지 않아요.',
    wasResumed: '다시 알림을 보내요.',
    saved: '저장했어요.',
    details: '누구',
    addresses: '주소',
    addressesAbout: '채널마다 하나씩이에요. 보낼 수 없다고 확인된 주소는 다시 괜찮다고 할 때까지 쓰지 않아요.',
    address: (channel) => `${channel} 주소`,
    noAddress: '없음',
    needsNone: '주소가 필요 없어요',
    notSetUp: (channel) =>
      `이 서버에는 ${channel} 채널이 설정돼 있지 않아서 보내지 않아요. 설정 방법: docs/channels.md`,
    inDemo: (channel) =>
      `이 서버에서 ${channel} 채널은 데모 모드예요. 기록만 하고 보내지 않아요. 설정 방법: docs/channels.md`,
    needsNoTest: '주소도 시험도 필요 없어요. 리마인더와 함께 기록돼요',
    addressBad: (reason) => `사용 중지: ${reason}`,
    useAgain: '다시 사용',
    usedAgain: '다시 사용해요.',
    suspend: '사용 중지',
    suspended: '이제 이 주소로 보내지 않아요.',
    tryIt: '시험 발송',
    tried: (channel, outcome) => `${channel}: ${outcome}`,
    triedDemo: (channel) => `이 서버에서 ${channel} 채널은 데모 모드라서 보내지 않았어요. 설정 방법: docs/channels.md`,
    outcomes: {
      delivered: '전달됐어요',
      deferred: '지금은 못 보냈어요. 실제로는 다시 시도해요',
      busy: '바빠요. 실제로는 다시 시도해요',
      refused: '거절됐어요',
      gone: '더는 받을 사람이 없어요',
      suppressed: '보내지 않았어요',
      unknown: '도착했는지 알 수 없어요',
    },
    preferences: '수신 설정',
    preferencesAbout: '꺼 둔 것은 보내지 않고, 알림의 내역에 그 이유가 남아요.',
    channelsOn: '알림을 받을 채널',
    kindsOn: '알림을 받을 때',
    otherKind: '끌 다른 종류',
    typesOff: '끈 대상 유형',
    listHint: '플랜에 있는 이름이에요. 예: 2d_before. 여럿이면 쉼표로 구분해요',
    quietAbout: '이때 울릴 알림은 끝난 뒤에도 쓸모 있으면 그때, 아니면 시작하기 전에 울려요.',
    noQuiet: '없음: 언제든 울릴 수 있어요.',
    from: '부터',
    to: '까지',
    days: '요일',
    dayNames: {
      monday: '월',
      tuesday: '화',
      wednesday: '수',
      thursday: '목',
      friday: '금',
      saturday: '토',
      sunday: '일',
    },
    addQuiet: '방해 금지 시간 추가',
    saveQuiet: '방해 금지 시간 저장',
    remove: '삭제',
    quietSaved: '저장했어요. 이 시간에 울릴 알림은 그 전이나 뒤에 울려요.',
    zoneSaved: '저장했어요. 이 사람의 시계를 따르는 알림도 함께 옮겼어요.',
    toCome: '앞으로 울릴 것',
    nothingToCome: '예정된 알림이 없어요.',
    rang: '최근에 보낸 것과 보내지 않은 것',
    nothingRang: '아직 보낼 때가 된 것이 없어요.',
    all: '모두 보기',
    openInbox: '받은 알림함 열기',
    erase: '지우기',
    eraseAsk: (id) => `${id}의 정보를 지울까요? 주소와 글이 모두 사라지고 예정된 알림이 취소돼요. 되돌릴 수 없어요.`,
    erased: '지웠어요.',
    notThere: '그런 사람이 없어요',
    onlySuspended: '사용 중지된 주소가 있는 사람만',
  },
}

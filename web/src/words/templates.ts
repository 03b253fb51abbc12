import type { Words } from '../language.ts'

type Part = 'subject' | 'text' | 'html'
type Format = 'email' | 'push' | 'chat' | 'plain'

type Reach = 'all' | 'meetings' | 'some'

export interface TemplateWords {
  readonly about: string
  readonly add: string
  readonly none: string
  readonly noneNext: string
  readonly name: string
  readonly nameHint: string
  readonly badName: (like: string) => string
  readonly locale: string
  readonly localeHint: string
  readonly badLocale: string
  readonly everyLanguage: string
  readonly everything: string
  readonly aboutMeetings: string
  /** `more`: which of their reminders, and where they go; may be ''. */
  readonly someMessages: (about: string, more: string) => string
  readonly listedFor: (which: string) => string
  readonly open: string
  readonly purpose: string
  readonly purposeAsk: string
  readonly reaches: Readonly<Record<Reach, string>>
  readonly usedFor: (which: string) => string
  readonly notChosen: string
  readonly notNamed: string
  readonly purposeAbout: string
  readonly channel: string
  readonly anyChannel: string
  readonly kind: string
  readonly entityType: string
  readonly any: string
  readonly texts: string
  readonly parts: Readonly<Record<Part, string>>
  readonly hints: Readonly<Record<Part, string>>
  readonly insert: string
  readonly insertHint: string
  readonly moreNames: string
  readonly meanings: Readonly<Record<string, string>>
  readonly preview: string
  readonly previewOf: string
  readonly formats: Readonly<Record<Format, string>>
  readonly subject: string
  readonly mail: string
  readonly asText: string
  readonly asHtml: string
  readonly builtIn: string
  readonly problem: (why: string) => string
  readonly sample: string
  readonly sampleTitle: string
  readonly sampleBody: string
  readonly sampleAt: string
  readonly sampleAtHint: string
  readonly sampleZone: string
  readonly sampleLocale: string
  readonly sampleName: string
  readonly sampleData: string
  readonly sampleDataHint: string
  readonly notJson: string
  readonly languages: string
  readonly addLanguage: string
  readonly notStored: string
  readonly saved: string
  readonly unsaved: string
  readonly delete: string
  readonly deleted: (name: string) => string
  readonly restored: (name: string) => string
}

export const words: Words<TemplateWords> = {
  en: {
    about: 'What messages say, in your own words. Without one, they have the built-in words in English or Korean.',
    add: 'Write a template',
    none: 'There is no template yet',
    noneNext: 'Messages have the built-in words. Write a template to see what they would say instead, as you type.',
    name: 'Name',
    nameHint: 'Your own name for it, such as our-meetings. It stays as it is.',
    badName: (like) =>
      `Only English letters, digits and _ - . : are possible, without spaces, and at most 64 of them; a letter or a digit comes first. For example: ${like}`,
    locale: 'Language',
    localeHint: 'A language tag such as ko. Empty: for every language that has none of its own.',
    badLocale: 'No language is called so. Examples: en, ko, en-GB.',
    everyLanguage: 'every language',
    everything: 'all messages',
    aboutMeetings: 'about meetings',
    someMessages: (about, more) => `messages${about && ` ${about}`}${more && ` (${more})`}`,
    listedFor: (which) => `for ${which}`,
    open: 'Open',
    purpose: 'What it is for',
    purposeAsk: 'For which messages are these words?',
    reaches: { all: 'All messages', meetings: 'Messages about meetings', some: 'Only some, which I name' },
    usedFor: (which) => `These words will be used for ${which}.`,
    notChosen: 'Choose for which messages these words are: nothing is saved before.',
    notNamed: 'Fill in at least one of these, or choose all messages.',
    purposeAbout:
      'Where several templates fit a message, the closest one is used: by the kind of reminder, then by the type of thing, then by the channel.',
    channel: 'Channel',
    anyChannel: 'every channel',
    kind: 'Kind of reminder',
    entityType: 'Type of thing',
    any: 'any',
    texts: 'Texts',
    parts: { subject: 'Subject', text: 'Text', html: 'HTML' },
    hints: {
      subject: 'Of an email, and the title of a notification.',
      text: 'A line of nothing but empty placeholders is left out.',
      html: 'Only for emails, and beside a text. Without it, it is made from the text.',
    },
    insert: 'Insert',
    insertHint: 'A placeholder is put where the cursor is.',
    moreNames: 'All placeholders',
    meanings: {
      title: 'what the reminder says',
      body: 'its longer text',
      when: 'from when to when, on the recipient’s clock',
      in: 'how far away: in 24 hours',
      'recipient.name': 'the recipient’s name',
      'link.open': 'a link to the reminder',
      'link.done': 'a link that marks it as done',
    },
    preview: 'Preview',
    previewOf: 'Format',
    formats: { email: 'Email', push: 'Push', chat: 'Chat', plain: 'Plain text' },
    subject: 'Subject',
    mail: 'What the email looks like',
    asText: 'As text',
    asHtml: 'As HTML',
    builtIn: 'Nothing is written yet: these are the words that such a message has now.',
    problem: (why) => `It could not be used with this sample, and the built-in words were: ${why}`,
    sample: 'With this sample',
    sampleTitle: 'Title',
    sampleBody: 'Body',
    sampleAt: 'Takes place',
    sampleAtHint: 'Empty: in 24 hours.',
    sampleZone: 'Time zone',
    sampleLocale: 'Language of the reader',
    sampleName: 'Name of the reader',
    sampleData: 'Data',
    sampleDataHint: 'JSON; {{data.room}} names a field of it.',
    notJson: 'This is not JSON.',
    languages: 'Languages',
    addLanguage: 'Another language',
    notStored: 'Not saved yet',
    saved: 'Saved. Messages that are written from now on have it.',
    unsaved: 'Not saved any more. What you wrote still stands here.',
    delete: 'Delete',
    deleted: (name) => `${name} is deleted.`,
    restored: (name) => `${name} is back.`,
  },
  ko: {
    about: '메시지에 쓸 문구를 직접 정해요. 템플릿이 없으면 영어나 한국어 기본 문구를 써요.',
    add: '템플릿 쓰기',
    none: '아직 템플릿이 없어요',
    noneNext: '지금은 기본 문구를 써요. 템플릿을 쓰면서 어떻게 보일지 바로 확인해 보세요.',
    name: '이름',
    nameHint: 'our-meetings처럼 직접 정한 이름이에요. 나중에 바꿀 수 없어요.',
    badName: (like) =>
      `영문자와 숫자, _ - . : 만 빈칸 없이 64자까지 쓸 수 있고, 영문자나 숫자로 시작해야 해요. 예: ${like}`,
    locale: '언어',
    localeHint: 'ko 같은 언어 태그예요. 비워 두면 따로 정하지 않은 모든 언어에 써요.',
    badLocale: '그런 언어는 없어요. 예: en, ko, en-GB.',
    everyLanguage: '모든 언어',
    everything: '모든 메시지',
    aboutMeetings: '미팅에 관한',
    someMessages: (about, more) => `${about && `${about} `}메시지${more && `(${more})`}`,
    listedFor: (which) => which,
    open: '열기',
    purpose: '쓰이는 곳',
    purposeAsk: '어떤 메시지에 쓸 문구인가요?',
    reaches: { all: '모든 메시지', meetings: '미팅에 관한 메시지', some: '직접 고른 일부 메시지' },
    usedFor: (which) => `이 문구를 쓰는 곳: ${which}.`,
    notChosen: '어떤 메시지에 쓸지 골라 주세요. 고르기 전에는 저장되지 않아요.',
    notNamed: '하나 이상 입력하거나 모든 메시지를 골라 주세요.',
    purposeAbout: '맞는 템플릿이 여럿이면 알림 종류, 대상 유형, 채널 순서로 가장 가까운 것을 써요.',
    channel: '채널',
    anyChannel: '모든 채널',
    kind: '알림 종류',
    entityType: '대상 유형',
    any: '모두',
    texts: '문구',
    parts: { subject: '제목', text: '본문', html: 'HTML' },
    hints: {
      subject: '이메일 제목과 푸시 알림 제목이에요.',
      text: '값이 없는 자리 표시만 있는 줄은 빠져요.',
      html: '이메일에만 쓰고 본문도 함께 있어야 해요. 없으면 본문으로 만들어요.',
    },
    insert: '넣기',
    insertHint: '커서가 있는 곳에 자리 표시를 넣어요.',
    moreNames: '모든 자리 표시',
    meanings: {
      title: '알림 내용',
      body: '긴 내용',
      when: '받는 사람의 시계로 언제부터 언제까지',
      in: '얼마나 남았는지: 24시간 후',
      'recipient.name': '받는 사람 이름',
      'link.open': '알림으로 가는 링크',
      'link.done': '완료로 표시하는 링크',
    },
    preview: '미리 보기',
    previewOf: '형식',
    formats: { email: '이메일', push: '푸시', chat: '채팅', plain: '텍스트' },
    subject: '제목',
    mail: '이메일 모습',
    asText: '텍스트로',
    asHtml: 'HTML로',
    builtIn: '아직 쓴 것이 없어요. 이런 메시지가 지금 쓰는 문구예요.',
    problem: (why) => `이 예시에는 쓸 수 없어서 기본 문구를 썼어요: ${why}`,
    sample: '예시 값',
    sampleTitle: '제목',
    sampleBody: '내용',
    sampleAt: '일시',
    sampleAtHint: '비워 두면 24시간 뒤예요.',
    sampleZone: '시간대',
    sampleLocale: '읽는 사람의 언어',
    sampleName: '읽는 사람 이름',
    sampleData: '데이터',
    sampleDataHint: 'JSON이에요. {{data.room}}은 그 안의 값이에요.',
    notJson: 'JSON이 아니에요.',
    languages: '언어',
    addLanguage: '다른 언어',
    notStored: '아직 저장하지 않았어요',
    saved: '저장했어요. 지금부터 쓰는 메시지에 적용돼요.',
    unsaved: '저장을 되돌렸어요. 쓴 내용은 여기 그대로 있어요.',
    delete: '삭제',
    deleted: (name) => `${name} 템플릿을 삭제했어요.`,
    restored: (name) => `${name} 템플릿을 되살렸어요.`,
  },
}

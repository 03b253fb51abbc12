import type { Words } from '../language.ts'

type Part = 'subject' | 'text' | 'html'
type Format = 'email' | 'push' | 'chat' | 'plain'

interface Templates {
  readonly about: string
  readonly add: string
  readonly none: string
  readonly noneNext: string
  readonly name: string
  readonly nameHint: string
  readonly locale: string
  readonly localeHint: string
  readonly everyLanguage: string
  readonly everything: string
  readonly open: string
  readonly purpose: string
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
  readonly delete: string
  readonly deleted: (name: string) => string
  readonly restored: (name: string) => string
}

export const words: Words<Templates> = {
  en: {
    about: 'What messages say, in your own words. Without one, they have the built-in words in English or Korean.',
    add: 'Write a template',
    none: 'There is no template yet',
    noneNext: 'Messages have the built-in words. Write a template to see what they would say instead, as you type.',
    name: 'Name',
    nameHint: 'Your own name for it, such as tomorrow: letters, digits, _ - . and :',
    locale: 'Language',
    localeHint: 'A language tag such as ko. Empty: for every language that has none of its own.',
    everyLanguage: 'every language',
    everything: 'every message',
    open: 'Open',
    purpose: 'What it is for',
    purposeAbout: 'The one that fits a message best is used: by its kind, then the type of thing, then the channel.',
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
    nameHint: 'tomorrow처럼 직접 정한 이름이에요. 영문자, 숫자, _ - . : 만 쓸 수 있어요.',
    locale: '언어',
    localeHint: 'ko 같은 언어 태그예요. 비워 두면 따로 정하지 않은 모든 언어에 써요.',
    everyLanguage: '모든 언어',
    everything: '모든 메시지',
    open: '열기',
    purpose: '쓰이는 곳',
    purposeAbout: '메시지에 가장 잘 맞는 템플릿을 써요. 종류, 대상 유형, 채널 순서로 봐요.',
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
    delete: '삭제',
    deleted: (name) => `${name} 템플릿을 삭제했어요.`,
    restored: (name) => `${name} 템플릿을 되살렸어요.`,
  },
}

import type { Words } from '../language.ts'

interface Webhooks {
  readonly about: string
  readonly add: string
  readonly none: string
  readonly noneNext: string
  readonly id: string
  readonly idHint: string
  readonly url: string
  readonly urlHint: string
  readonly description: string
  readonly secretOf: (id: string) => string
  readonly secret: string
  readonly on: string
  readonly off: string
  readonly whyOff: Readonly<Record<'gone' | 'by_hand' | 'imported', string>>
  readonly where: string
  readonly saved: string
  readonly test: string
  readonly tested: (outcome: string, ms: number) => string
  readonly outcomes: Readonly<Record<string, string>>
  readonly enable: string
  readonly enabled: string
  readonly disable: string
  readonly disabled: string
  readonly rotate: string
  readonly rotateAbout: string
  readonly overlap: string
  readonly overlaps: Readonly<Record<'PT0S' | 'PT1H' | 'PT24H' | 'P7D', string>>
  readonly oldSecretUntil: (when: string) => string
  readonly delete: string
  readonly deleteAsk: (id: string) => string
  readonly deleted: (id: string) => string
  readonly notThere: string
  readonly went: string
  readonly nothingWent: string
  readonly attempts: (count: number) => string
  readonly attempt: (number: number) => string
  readonly noAnswer: string
  readonly usedAs: (id: string) => string
}

export const words: Words<Webhooks> = {
  en: {
    about: 'Where reminders are posted to as signed messages, for programs that act on them.',
    add: 'Add a webhook',
    none: 'There is no webhook yet',
    noneNext: 'Add the address of your program. Recipients then have its id as their address on the channel webhook.',
    id: 'Id',
    idHint: 'A short name, such as shop. Recipients have it as their address.',
    url: 'URL',
    urlHint: 'https, of a public host.',
    description: 'Description',
    secretOf: (id) => `The secret of ${id}`,
    secret: 'Secret',
    on: 'in use',
    off: 'switched off',
    whyOff: {
      gone: 'it answered that it is gone (410)',
      by_hand: 'by hand',
      imported: 'it came without a secret: rotate it',
    },
    where: 'Where',
    saved: 'Saved.',
    test: 'Send a test',
    tested: (outcome, ms) => `${outcome}, after ${ms} ms`,
    outcomes: {
      delivered: 'It arrived',
      deferred: 'Not now; a reminder would be tried again',
      busy: 'It is busy; a reminder would be tried again',
      refused: 'It refused',
      gone: 'Nobody is there any more',
      suppressed: 'Not sent',
      unknown: 'Nobody knows whether it arrived',
    },
    enable: 'Switch on',
    enabled: 'It is used again.',
    disable: 'Switch off',
    disabled: 'Nothing is sent there any more.',
    rotate: 'Rotate the secret',
    rotateAbout: 'A new secret. The old one signs beside it for a while, so that your program can be told in between.',
    overlap: 'The old one signs for',
    overlaps: { PT0S: 'no longer', PT1H: 'an hour', PT24H: 'a day', P7D: 'a week' },
    oldSecretUntil: (when) => `The old secret signs, too, until ${when}.`,
    delete: 'Delete',
    deleteAsk: (id) =>
      `Delete ${id}: what still waits for it is refused when its turn comes. Its secret is lost for good.`,
    deleted: (id) => `${id} is deleted.`,
    notThere: 'There is no such webhook',
    went: 'What went there',
    nothingWent: 'Nothing yet. A test is not listed here: it goes past the ledger.',
    attempts: (count) => (count === 1 ? '1 attempt' : `${count} attempts`),
    attempt: (number) => `Attempt ${number}`,
    noAnswer: 'no answer',
    usedAs: (id) => `A recipient with the address ${id} on the channel webhook is reminded here.`,
  },
  ko: {
    about: '알림을 서명된 메시지로 보내는 곳이에요. 알림을 받아 처리하는 프로그램에 써요.',
    add: '웹훅 추가',
    none: '아직 웹훅이 없어요',
    noneNext: '프로그램의 주소를 추가해 보세요. 그 ID를 받는 사람의 webhook 주소로 쓰면 돼요.',
    id: 'ID',
    idHint: 'shop처럼 짧은 이름이에요. 받는 사람의 주소로 써요.',
    url: 'URL',
    urlHint: '공개된 호스트의 https 주소예요.',
    description: '설명',
    secretOf: (id) => `${id}의 비밀 값`,
    secret: '비밀 값',
    on: '사용 중',
    off: '꺼짐',
    whyOff: {
      gone: '사라졌다고 응답했어요(410)',
      by_hand: '직접 껐어요',
      imported: '비밀 값 없이 가져왔어요. 교체해 주세요',
    },
    where: '보낼 곳',
    saved: '저장했어요.',
    test: '시험 발송',
    tested: (outcome, ms) => `${outcome}(${ms} ms)`,
    outcomes: {
      delivered: '도착했어요',
      deferred: '지금은 못 보냈어요. 알림이라면 다시 시도해요',
      busy: '바빠요. 알림이라면 다시 시도해요',
      refused: '거절됐어요',
      gone: '더는 받을 곳이 없어요',
      suppressed: '보내지 않았어요',
      unknown: '도착했는지 알 수 없어요',
    },
    enable: '켜기',
    enabled: '다시 사용해요.',
    disable: '끄기',
    disabled: '이제 이곳으로 보내지 않아요.',
    rotate: '비밀 값 교체',
    rotateAbout: '새 비밀 값을 만들어요. 그사이 프로그램에 알려 줄 수 있게 이전 값도 잠시 함께 서명해요.',
    overlap: '이전 값이 서명하는 기간',
    overlaps: { PT0S: '바로 끝내기', PT1H: '1시간', PT24H: '하루', P7D: '일주일' },
    oldSecretUntil: (when) => `이전 비밀 값도 ${when}까지 함께 서명해요.`,
    delete: '삭제',
    deleteAsk: (id) =>
      `${id} 웹훅을 삭제할까요? 아직 기다리는 메시지는 차례가 되면 거절돼요. 비밀 값은 되살릴 수 없어요.`,
    deleted: (id) => `${id} 웹훅을 삭제했어요.`,
    notThere: '그런 웹훅이 없어요',
    went: '보낸 메시지',
    nothingWent: '아직 없어요. 시험 발송은 여기에 남지 않아요.',
    attempts: (count) => `${count}번 시도`,
    attempt: (number) => `${number}번째 시도`,
    noAnswer: '응답 없음',
    usedAs: (id) => `webhook 주소가 ${id}인 사람의 알림이 이곳으로 와요.`,
  },
}

import type { Words } from '../language.ts'

interface Deliveries {
  readonly about: string
  readonly list: string
  readonly none: string
  readonly noneFiltered: string
  readonly noneNext: string
  readonly toUpcoming: string
  readonly open: (what: string) => string
  readonly which: (kind: string, due: string) => string
  readonly detail: string
  readonly what: string
  readonly who: string
  readonly channel: string
  readonly kind: string
  readonly due: string
  readonly began: string
  readonly sent: string
  readonly next: string
  readonly text: string
  readonly bundle: (others: number) => string
  readonly attempts: string
  readonly noAttempts: string
  readonly attempt: (n: number) => string
  readonly took: (ms: string) => string
  readonly story: string
  readonly retry: string
  readonly retried: string
  readonly arrived: string
  readonly arrivedSaid: string
  readonly sendAgain: string
  readonly sendAgainSaid: string
  readonly sendAgainSure: string
  readonly sendAgainAbout: (who: string) => string
  readonly gone: string
}

export const words: Words<Deliveries> = {
  en: {
    about: 'Everything that was sent, and everything that was not, with the reason. Choose one to see each try.',
    list: 'Deliveries, the newest first',
    none: 'Nothing was sent in this time',
    noneFiltered: 'Nothing is like that',
    noneNext: 'What will ring is under Upcoming; once it has rung, it is here.',
    toUpcoming: 'See what will ring',
    open: (what) => `What became of ${what}`,
    which: (kind, due) => `${kind}, due ${due}`,
    detail: 'One delivery',
    what: 'About',
    who: 'For',
    channel: 'Channel',
    kind: 'Which',
    due: 'Due',
    began: 'Decided',
    sent: 'Sent',
    next: 'Next try',
    text: 'Text',
    bundle: (others) => `In one message, together with ${others} other${others === 1 ? '' : 's'}.`,
    attempts: 'Tries, and what the provider answered',
    noAttempts: 'Nothing was handed to a provider.',
    attempt: (n) => `Try ${n}`,
    took: (ms) => `took ${ms}`,
    story: 'The whole story of this reminder',
    retry: 'Try again',
    retried: 'It is being sent again.',
    arrived: 'It arrived',
    arrivedSaid: 'Settled: it arrived.',
    sendAgain: 'Send again',
    sendAgainSaid: 'It is being sent again.',
    sendAgainSure: 'Send it again?',
    sendAgainAbout: (who) =>
      `It may have arrived the first time. Then ${who} gets it twice, and nobody can take it back.`,
    gone: 'There is no such delivery any more.',
  },
  ko: {
    about: '보낸 것과 보내지 않은 것을 이유와 함께 모두 보여 줘요. 하나를 고르면 시도를 볼 수 있어요.',
    list: '발송 내역, 최신순',
    none: '이 기간에는 보낸 것이 없어요',
    noneFiltered: '조건에 맞는 것이 없어요',
    noneNext: '앞으로 울릴 것은 예정에 있어요. 울리고 나면 여기에 나와요.',
    toUpcoming: '예정 보기',
    open: (what) => `${what}의 결과`,
    which: (kind, due) => `${kind}, ${due} 예정`,
    detail: '발송 하나',
    what: '대상',
    who: '받는 사람',
    channel: '채널',
    kind: '종류',
    due: '예정 시각',
    began: '결정된 시각',
    sent: '보낸 시각',
    next: '다음 시도',
    text: '내용',
    bundle: (others) => `다른 ${others}개와 함께 한 메시지로 보냈어요.`,
    attempts: '시도와 제공자의 응답',
    noAttempts: '제공자에게 넘긴 것이 없어요.',
    attempt: (n) => `${n}번째 시도`,
    took: (ms) => `${ms} 걸림`,
    story: '이 리마인더의 전체 이야기',
    retry: '다시 시도',
    retried: '다시 보내고 있어요.',
    arrived: '도착했어요',
    arrivedSaid: '도착한 것으로 정했어요.',
    sendAgain: '다시 보내기',
    sendAgainSaid: '다시 보내고 있어요.',
    sendAgainSure: '다시 보낼까요?',
    sendAgainAbout: (who) => `이미 도착했을 수도 있어요. 그러면 ${who} 님이 두 번 받고, 되돌릴 수 없어요.`,
    gone: '이 발송은 더 이상 없어요.',
  },
}

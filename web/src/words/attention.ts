import type { Words } from '../language.ts'

type Group = 'unknown' | 'failed' | 'quarantined' | 'addresses'

interface Attention {
  readonly about: string
  readonly titles: Readonly<Record<Group, string>>
  /** What it means, and what to do. */
  readonly means: Readonly<Record<Group, string>>
  readonly allWell: string
  readonly allWellNext: string
  readonly toDeliveries: string
  readonly allArrived: (count: number) => string
  readonly allArrivedSure: (count: number) => string
  readonly allArrivedAbout: string
  readonly allArrivedSaid: (count: number) => string
  readonly retryAll: (count: number) => string
  readonly retryAllSaid: (count: number) => string
  readonly notAll: (done: number, left: number) => string
  readonly more: string
  readonly details: string
  readonly story: string
  readonly useAgain: string
  readonly usedAgain: (who: string) => string
  readonly suspendedAgain: string
  readonly since: string
  readonly faults: Readonly<Record<string, string>>
  readonly nothingToSend: string
}

export const words: Words<Attention> = {
  en: {
    about: 'What Belfry cannot decide by itself. It waits here for you; nothing is sent again unless you say so.',
    titles: {
      unknown: 'Nobody knows whether these arrived',
      failed: 'These could not be sent',
      quarantined: 'These were set aside',
      addresses: 'Addresses that are not used any more',
    },
    means: {
      unknown:
        'The connection broke after the message may have been handed over. Ask the recipient, or look at the provider: then say that it arrived, or send it again.',
      failed:
        'The provider refused them, or did not take them after all tries. Mend what its answer says (an address, a key), then try again.',
      quarantined:
        'Five times no result came back: the process, the transaction or the connection ended. So Belfry stopped trying. Look at the logs of the worker before you try again.',
      addresses:
        'A provider said that nobody can be reached there, so nothing is sent to them. If the address is good again, use it again.',
    },
    allWell: 'All is well',
    allWellNext: 'Nothing waits for a decision. What was sent, and why something was not, is under Deliveries.',
    toDeliveries: 'See the deliveries',
    allArrived: (count) => (count === 1 ? 'This one arrived' : `All ${count} of these arrived`),
    allArrivedSure: (count) => (count === 1 ? 'Did it arrive?' : `Did all ${count} arrive?`),
    allArrivedAbout: 'They are then counted as sent, and are not sent again. This cannot be taken back.',
    allArrivedSaid: (count) => `Settled: ${count} arrived.`,
    retryAll: (count) => (count === 1 ? 'Try it again' : `Try all ${count} again`),
    retryAllSaid: (count) => `${count} are being sent again.`,
    notAll: (done, left) => `${done} done; ${left} could not be changed.`,
    more: 'Show more',
    details: 'Details',
    story: 'Story',
    useAgain: 'Use it again',
    usedAgain: (who) => `${who} is reached there again.`,
    suspendedAgain: 'The address is suspended again.',
    since: 'since',
    faults: {
      bounced: 'messages came back',
      gone: 'the address does not exist any more',
      blocked: 'they have blocked messages from here',
      complained: 'they have marked a message as unwanted',
    },
    nothingToSend: 'It was set aside before there was anything to send.',
  },
  ko: {
    about: 'Belfry가 스스로 정할 수 없는 것들이에요. 정해 주기 전에는 다시 보내지 않아요.',
    titles: {
      unknown: '도착했는지 알 수 없어요',
      failed: '보내지 못했어요',
      quarantined: '따로 둔 것들이에요',
      addresses: '더 이상 쓰지 않는 주소예요',
    },
    means: {
      unknown:
        '메시지를 넘겼을 수도 있는 순간에 연결이 끊겼어요. 받는 사람이나 제공자에게 확인한 뒤, 도착했다고 알려 주거나 다시 보내 주세요.',
      failed:
        '제공자가 거절했거나 여러 번 시도해도 받지 않았어요. 응답에 나온 문제(주소, 키)를 고친 뒤 다시 시도해 주세요.',
      quarantined:
        '프로세스, 트랜잭션이나 연결이 끊겨 다섯 번이나 결과를 알 수 없어서 더 시도하지 않아요. 다시 시도하기 전에 작업자의 로그를 봐 주세요.',
      addresses: '제공자가 그 주소로는 닿지 않는다고 해서 보내지 않아요. 주소가 다시 괜찮아졌으면 다시 사용해 주세요.',
    },
    allWell: '모두 괜찮아요',
    allWellNext: '정해 줄 일이 없어요. 보낸 것과 보내지 않은 이유는 발송 내역에 있어요.',
    toDeliveries: '발송 내역 보기',
    allArrived: (count) => `${count}개 모두 도착했어요`,
    allArrivedSure: (count) => `${count}개가 모두 도착했나요?`,
    allArrivedAbout: '보낸 것으로 정하고 다시 보내지 않아요. 되돌릴 수 없어요.',
    allArrivedSaid: (count) => `${count}개를 도착한 것으로 정했어요.`,
    retryAll: (count) => `${count}개 모두 다시 시도`,
    retryAllSaid: (count) => `${count}개를 다시 보내고 있어요.`,
    notAll: (done, left) => `${done}개를 처리했고 ${left}개는 바꿀 수 없었어요.`,
    more: '더 보기',
    details: '자세히',
    story: '이야기',
    useAgain: '다시 사용',
    usedAgain: (who) => `이제 ${who} 님에게 다시 보내요.`,
    suspendedAgain: '주소를 다시 중지했어요.',
    since: '중지 시각',
    faults: {
      bounced: '메시지가 되돌아왔어요',
      gone: '주소가 더 이상 없어요',
      blocked: '메시지를 차단했어요',
      complained: '원하지 않는 메시지로 신고했어요',
    },
    nothingToSend: '보낼 것이 만들어지기 전에 따로 두었어요.',
  },
}

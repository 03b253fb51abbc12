// What happened and why, in words: kinds, outcomes of attempts, and sentences around reasons and channels.

import type { Words } from '../language.ts'
import { words as channelWords } from './channels.ts'
import { type Reason, told as toldReasons } from './reasons.ts'

export type { Reason }

export interface Telling {
  /** `who`: whose reminder it is. */
  readonly reasons: Readonly<Record<Reason, (who: string) => string>>
  /** `by email`, as a sentence goes on. */
  readonly by: (channel: string) => string
  readonly channels: Readonly<Record<string, string>>
  readonly outcomes: Readonly<Record<string, string>>
  readonly once: string
  readonly notSent: (why: string) => string
  readonly notSentBy: (channel: string, why: string) => string
  readonly sentBy: (channel: string) => string
  readonly waitsBy: (channel: string) => string
  readonly beingSentBy: (channel: string) => string
  readonly unknownBy: (channel: string, why: string) => string
  readonly standsBy: (channel: string) => string
  readonly off: {
    readonly channel: (who: string, channel: string) => string
    readonly kind: (who: string, kind: string) => string
    readonly type: (who: string, type: string) => string
    readonly several: (who: string, what: string) => string
    readonly about: (type: string) => string
  }
}

const channelNames: Readonly<Record<string, string>> = {
  in_app: 'in the app',
  email: 'by email',
  web_push: 'by push',
  telegram: 'on Telegram',
  webhook: 'by webhook',
  sms: 'by SMS',
  hand: 'by hand',
}

const by = (channel: string) => channelNames[channel] ?? `by ${channel}`

const byInKorean = (channel: string) => channelWords.ko[channel] ?? channel

export const words: Words<Telling> = {
  en: {
    reasons: toldReasons.en,
    by,
    channels: channelWords.en,
    outcomes: {
      delivered: 'accepted by the provider',
      settled: 'settled: it arrived',
      deferred: 'not now, tried again later',
      busy: 'the provider was busy, tried again later',
      refused: 'refused by the provider',
      gone: 'the address does not exist any more',
      suppressed: 'not sent on purpose',
      unknown: 'no answer: it may have arrived, or not',
      expired: 'the worker that was sending it disappeared',
      returned: 'given back before it was sent',
    },
    once: 'once',
    notSent: (why) => `Not sent: ${why}.`,
    notSentBy: (channel, why) => `Not sent ${by(channel)}: ${why}.`,
    sentBy: (channel) => `Sent ${by(channel)}`,
    waitsBy: (channel) => `Waits to be sent ${by(channel)}`,
    beingSentBy: (channel) => `Is being sent ${by(channel)}`,
    unknownBy: (channel, why) => `Nobody knows whether it arrived ${by(channel)}: ${why}.`,
    standsBy: (channel) => `Stands by in case another channel fails (${by(channel)})`,
    off: {
      channel: (who, channel) => `${who} has switched off reminders ${by(channel)}`,
      kind: (who, kind) => `${who} has switched off reminders of the kind “${kind}”`,
      type: (who, type) => `${who} has switched off reminders about things of the type ${type}`,
      several: (who, what) => `${who} has switched off reminders ${what}`,
      about: (type) => `about things of the type ${type}`,
    },
  },
  ko: {
    reasons: toldReasons.ko,
    by: byInKorean,
    channels: channelWords.ko,
    outcomes: {
      delivered: '제공자가 받았어요',
      settled: '도착한 것으로 정했어요',
      deferred: '지금은 안 돼서 나중에 다시 시도해요',
      busy: '제공자가 바빠서 나중에 다시 시도해요',
      refused: '제공자가 거절했어요',
      gone: '주소가 더 이상 없어요',
      suppressed: '일부러 보내지 않았어요',
      unknown: '응답이 없어서 도착했는지 알 수 없어요',
      expired: '보내던 작업자가 사라졌어요',
      returned: '보내기 전에 되돌려졌어요',
    },
    once: '한 번',
    notSent: (why) => `보내지 않았어요: ${why}.`,
    notSentBy: (channel, why) => `보내지 않았어요(${byInKorean(channel)}): ${why}.`,
    sentBy: (channel) => `보냈어요(${byInKorean(channel)})`,
    waitsBy: (channel) => `보내려고 기다려요(${byInKorean(channel)})`,
    beingSentBy: (channel) => `보내는 중이에요(${byInKorean(channel)})`,
    unknownBy: (channel, why) => `도착했는지 알 수 없어요(${byInKorean(channel)}): ${why}.`,
    standsBy: (channel) => `다른 채널이 실패하면 보내요(${byInKorean(channel)})`,
    off: {
      channel: (who, channel) => `${who} 님이 ${byInKorean(channel)} 알림을 꺼 두었어요`,
      kind: (who, kind) => `${who} 님이 “${kind}” 알림을 꺼 두었어요`,
      type: (who, type) => `${who} 님이 ${type} 유형의 알림을 꺼 두었어요`,
      several: (who, what) => `${who} 님이 이 알림을 꺼 두었어요: ${what}`,
      about: (type) => `${type} 유형`,
    },
  },
}

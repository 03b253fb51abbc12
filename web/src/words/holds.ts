import type { Words } from '../language.ts'

interface Held {
  readonly ofTenant: (tenant: string) => string
  readonly ofChannel: (channel: string) => string
  readonly stoppedAll: string
  readonly heldBy: (by: string, when: string) => string
  readonly release: string
  readonly released: string
}

export const words: Words<Held> = {
  en: {
    ofTenant: (tenant) => `Tenant ${tenant}`,
    ofChannel: (channel) => `Channel ${channel}`,
    stoppedAll: 'Everything is stopped',
    heldBy: (by, when) => `by ${by}, ${when}`,
    release: 'Let it ring again',
    released: 'It rings again.',
  },
  ko: {
    ofTenant: (tenant) => `테넌트 ${tenant}`,
    ofChannel: (channel) => `채널 ${channel}`,
    stoppedAll: '모두 멈춰 있어요',
    heldBy: (by, when) => `${by}, ${when}`,
    release: '다시 울리게 하기',
    released: '다시 울려요.',
  },
}

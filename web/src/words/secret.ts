import type { Words } from '../language.ts'

interface Secret {
  readonly once: string
  readonly copy: string
  readonly copied: string
  readonly kept: string
}

/** What is shown once: keys and the secrets of webhooks. */
export const words: Words<Secret> = {
  en: {
    once: 'It is shown here once, and never again. Keep it now.',
    copy: 'Copy',
    copied: 'Copied.',
    kept: 'I have kept it',
  },
  ko: {
    once: '지금 한 번만 보여요. 다시 볼 수 없으니 지금 보관해 주세요.',
    copy: '복사',
    copied: '복사했어요.',
    kept: '보관했어요',
  },
}

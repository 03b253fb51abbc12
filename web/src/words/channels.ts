// What people call the ways to them. A channel of somebody's own has the name that they gave it.

import type { Words } from '../language.ts'

export const words: Words<Readonly<Record<string, string>>> = {
  en: {
    in_app: 'In the app',
    email: 'Email',
    web_push: 'Push',
    telegram: 'Telegram',
    webhook: 'Webhook',
    sms: 'SMS',
    hand: 'By hand',
  },
  ko: {
    in_app: '앱',
    email: '이메일',
    web_push: '푸시',
    telegram: '텔레그램',
    webhook: '웹훅',
    sms: '문자',
    hand: '직접',
  },
}

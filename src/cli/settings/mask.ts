// Settings as they may be shown. Of a secret nothing is shown but that it is set; of a URL everything but its password.

import { type SettingName, settings } from './table.ts'

export const masked = '****'

export function shownValue(name: SettingName, value: unknown): unknown {
  if (value === null) return null
  switch (settings[name].secret) {
    case 'value':
      return masked
    case 'password':
      return maskPassword(String(value))
    case 'no':
      return value
  }
}

const secretParameters = /([?&](?:password|sslpassword|sslkey|token)=)[^&]*/gi

/** Passwords may hold unescaped slashes and at-signs: everything up to the last at-sign is one. */
export function maskPassword(url: string): string {
  return url.replace(/^([a-z]+:\/\/[^:@/?]*):.*@/i, `$1:${masked}@`).replaceAll(secretParameters, `$1${masked}`)
}

// A Sentry DSN, `https://key@host:port/path/project`: where events go, and by which public key.

import { BelfryError } from '../errors.ts'

export interface Dsn {
  /** Where envelopes are posted. */
  readonly url: string
  readonly publicKey: string
}

export function readDsn(text: string): Dsn {
  const url = URL.canParse(text) ? new URL(text) : null
  const [, path = '', project = ''] = /^(.*)\/(\d+)\/?$/.exec(url?.pathname ?? '') ?? []
  if (!url || !/^https?:$/.test(url.protocol) || url.username === '' || project === '') {
    // The text is not repeated: it holds a key.
    throw new BelfryError('invalid_input', 'Not a Sentry DSN.', {
      field: '/sentryDsn',
      accepted: 'https://key@host/project, as the project’s settings in Sentry show it',
    })
  }
  return { url: `${url.origin}${path}/api/${project}/envelope/`, publicKey: decodeURIComponent(url.username) }
}

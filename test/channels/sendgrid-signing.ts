// SendGrid's side of its signed event webhook.

import * as crypto from 'node:crypto'

export interface Signing {
  /** As SendGrid shows it. */
  readonly eventKey: string
  headers(body: string, atMs?: number): Record<string, string>
}

export function sendgridSigning(): Signing {
  const { publicKey, privateKey } = crypto.generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return {
    eventKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    headers(body, atMs = Date.now()) {
      const timestamp = String(Math.floor(atMs / 1_000))
      return {
        'x-twilio-email-event-webhook-signature': crypto
          .sign('sha256', Buffer.from(timestamp + body), privateKey)
          .toString('base64'),
        'x-twilio-email-event-webhook-timestamp': timestamp,
      }
    },
  }
}

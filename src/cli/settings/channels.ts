// The channels that settings alone make, beside those of the configuration file.

import type { ChannelMaker } from '../../channels/index.ts'
import { BelfryError } from '../../errors.ts'
import type { Values } from './table.ts'

type EmailSettings = Pick<Values, 'emailFrom' | 'smtpUrl' | 'sendgridKey' | 'sendgridUrl' | 'sendgridEventKey'>
type ChannelSettings = EmailSettings & Pick<Values, 'pushSubject' | 'telegramToken' | 'telegramUrl' | 'bot' | 'tenant'>

/** Loaded only where one is configured: `belfry version` need not wait for them. */
export async function channelsOf(settings: ChannelSettings): Promise<ChannelMaker[]> {
  const { pushSubject, telegramToken, telegramUrl, bot, tenant } = settings
  const mail = emailOptions(settings)
  if (!mail && pushSubject === null && telegramToken === null) return []
  const { email, telegram, webPush } = await import('../../channels/index.ts')
  return [
    ...(mail ? [email(mail)] : []),
    ...(pushSubject === null ? [] : [webPush({ subject: pushSubject })]),
    ...(telegramToken === null
      ? []
      : [telegram({ token: telegramToken, apiRoot: telegramUrl, callbackButtons: bot !== 'off' && { tenant } })]),
  ]
}

function emailOptions(settings: EmailSettings) {
  const { emailFrom: from, smtpUrl, sendgridKey, sendgridUrl, sendgridEventKey } = settings
  if (smtpUrl === null && sendgridKey === null) return null
  if (smtpUrl !== null && sendgridKey !== null)
    throw new BelfryError('invalid_input', 'Both SMTP and SendGrid are configured.', {
      field: '/smtpUrl',
      accepted: 'one of BELFRY_SMTP_URL and BELFRY_SENDGRID_KEY',
    })
  if (from === null)
    throw new BelfryError('missing_field', 'Emails need a sender.', {
      field: '/emailFrom',
      accepted: 'BELFRY_EMAIL_FROM, such as "Belfry <reminders@example.com>"',
    })
  if (smtpUrl !== null) return { from, smtp: { url: smtpUrl } }
  const events = sendgridEventKey === null ? {} : { eventKey: sendgridEventKey }
  return { from, sendgrid: { apiKey: sendgridKey!, baseUrl: sendgridUrl, ...events } }
}

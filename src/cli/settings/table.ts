// Every setting, once. The environment, the configuration file, the command line, `belfry config` and
// docs/operating/configuration.md all follow this table.

import { boolean, choice, either, integer, type Kind, list, longSecret, text, webUrl } from './kind.ts'

export interface Setting<T, D> {
  /** The environment variable. */
  readonly env: string
  readonly kind: Kind<T>
  readonly default: D
  /** Never shown: the whole `value` (which has no option either: command lines can be seen), or the `password` inside a URL. */
  readonly secret: 'no' | 'value' | 'password'
  readonly about: string
}

function setting<T, const D extends T | null>(
  env: string,
  kind: Kind<T>,
  fallback: D,
  about: string,
  secret: Setting<T, D>['secret'] = 'no',
): Setting<T, D> {
  return { env, kind, default: fallback, secret, about }
}

const name = text('a name of letters, digits, "_", "-", "." and ":"', /^[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}$/)
const databaseUrl = text(
  'a URL such as postgres://user:password@host:5432/database',
  /^(postgres|postgresql|socket):\S+$/,
)
const origin = text('an origin such as https://app.example.com', /^https?:\/\/[^/\s,]+$/)
const host = text('a host name such as reminders.example.com', /^[^/\s,]+$/)
const zone = text('a name of the IANA time-zone database such as Asia/Seoul', /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/)
const duration = text('an ISO 8601 duration such as P1D or PT6H', /^P[0-9.,DWTHMS]+$/i)
const quietHours = text('22:00-07:00, or none', /^(none|([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)$/)
const address = text('an address or network such as 10.0.0.0/8', /^[0-9a-fA-F.:]+(\/\d{1,3})?$/)

const target = text('a network or host such as 10.1.0.0/16 or hooks.internal', /^[A-Za-z0-9.:_-]+(\/\d{1,3})?$/)
const mailbox = text('an address such as "Belfry <reminders@example.com>"', /^[^\r\n\0]*[^\s@]+@[^\s@]+$/)
const smtpUrl = text('a URL such as smtp://user:password@mail.example.com:587', /^smtps?:\/\/\S+$/)

export const settings = {
  database: setting(
    'DATABASE_URL',
    databaseUrl,
    null,
    'A PostgreSQL, 14 or newer. Without it Belfry starts one of its own under `dataDir`.',
    'password',
  ),
  dataDir: setting('BELFRY_DATA_DIR', text('a path'), '.belfry', 'Where the embedded database lives.'),
  host: setting('BELFRY_HOST', text('an address or host name', /^[^\s/]+$/), '127.0.0.1', 'The address `serve` binds.'),
  port: setting('BELFRY_PORT', integer(0, 65_535), 4700, 'The port `serve` binds; 0: any free one.'),
  publicUrl: setting(
    'BELFRY_PUBLIC_URL',
    webUrl,
    null,
    'How the server is reached from outside, for links and its API description.',
  ),
  operatorKey: setting(
    'BELFRY_OPERATOR_KEY',
    longSecret,
    null,
    'Presets the operator’s API key. Without it the first start prints one.',
    'value',
  ),
  secret: setting(
    'BELFRY_SECRET',
    longSecret,
    null,
    'Signs recipient tokens, and seals sessions of the dashboard. Without it, one that Belfry makes and keeps in its database.',
    'value',
  ),
  tenant: setting('BELFRY_TENANT', name, 'default', 'Whose data commands work on.'),
  defaultChannels: setting(
    'BELFRY_DEFAULT_CHANNELS',
    list(name),
    ['in_app'],
    'Used where neither the reminder nor its recipient names channels.',
  ),
  demo: setting(
    'BELFRY_DEMO',
    either(boolean, list(name)),
    null,
    'Channels that send nothing and keep what they would have sent: `true` for all, or these. By default those that are not configured; `false`: these are not there.',
  ),
  emailFrom: setting(
    'BELFRY_EMAIL_FROM',
    mailbox,
    null,
    'Whom emails come from. Needed for `smtpUrl` and `sendgridKey`.',
  ),
  smtpUrl: setting(
    'BELFRY_SMTP_URL',
    smtpUrl,
    null,
    'Emails go out by this SMTP server; `smtps` is TLS from the start, `smtp` STARTTLS where the server has it.',
    'password',
  ),
  sendgridKey: setting('BELFRY_SENDGRID_KEY', text('an API key'), null, 'Emails go out by SendGrid.', 'value'),
  sendgridUrl: setting('BELFRY_SENDGRID_URL', webUrl, 'https://api.sendgrid.com', 'Where SendGrid is reached.'),
  sendgridEventKey: setting(
    'BELFRY_SENDGRID_EVENT_KEY',
    text('a public key in base64'),
    null,
    'Verifies the signed event webhook of SendGrid, which settles unknown outcomes and tells of bounces.',
  ),
  pushSubject: setting(
    'BELFRY_PUSH_SUBJECT',
    text('a mailto: or https: URL', /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
    null,
    'Whom push services can turn to. Switches Web Push on; its keys are made once and kept.',
  ),
  telegramToken: setting(
    'BELFRY_TELEGRAM_TOKEN',
    text('a token such as 123456:ABC…', /^\d{1,20}:[\w-]{20,}$/),
    null,
    'The bot that sends on Telegram.',
    'value',
  ),
  telegramUrl: setting('BELFRY_TELEGRAM_URL', webUrl, 'https://api.telegram.org', 'Where the Bot API is reached.'),
  bot: setting(
    'BELFRY_BOT',
    choice('polling', 'webhook', 'off'),
    'polling',
    'How the bot of `telegramToken` hears what people write: it asks Telegram, Telegram posts to the server, or not at all: then it only sends.',
  ),
  botUrl: setting(
    'BELFRY_BOT_URL',
    webUrl,
    null,
    'Where Telegram posts updates with `webhook`. By default `/v1/telegram/updates` of `publicUrl`.',
  ),
  botSecret: setting(
    'BELFRY_BOT_SECRET',
    text('16 to 256 letters, digits, "_" and "-"', /^[A-Za-z0-9_-]{16,256}$/),
    null,
    'What Telegram shows when it posts. Without it, one that follows from the token.',
    'value',
  ),
  encryptionKey: setting(
    'BELFRY_ENCRYPTION_KEY',
    longSecret,
    null,
    'Seals secrets in the database. Without it, a key in the file `encryption.key` of `dataDir`.',
    'value',
  ),
  allowedTargets: setting(
    'BELFRY_ALLOWED_TARGETS',
    list(target),
    [],
    'Private networks and hosts that webhooks, push messages and calendars may reach.',
  ),
  clock: setting(
    'BELFRY_CLOCK',
    choice('real', 'driven'),
    'real',
    '`driven`: time stands still and is moved by `belfry clock`, for tests and staging.',
  ),
  clockForce: setting(
    'BELFRY_CLOCK_FORCE',
    boolean,
    false,
    'Allows a driven clock beside channels that reach real people.',
  ),
  corsOrigins: setting('BELFRY_CORS_ORIGINS', list(origin), [], 'Web pages that may call the API; none by default.'),
  allowedHosts: setting(
    'BELFRY_ALLOWED_HOSTS',
    list(host),
    [],
    'Host names the server answers to, beside its own address and `publicUrl`.',
  ),
  trustProxy: setting(
    'BELFRY_TRUST_PROXY',
    either(boolean, list(address)),
    false,
    'Whose `X-Forwarded-*` headers are believed: nobody’s, everybody’s, or those of these addresses.',
  ),
  rateLimitPerKey: setting(
    'BELFRY_RATE_LIMIT_PER_KEY',
    integer(0, 100_000_000),
    60_000,
    'Requests a minute with one API key; 0: no limit.',
  ),
  rateLimitPerAddress: setting(
    'BELFRY_RATE_LIMIT_PER_ADDRESS',
    integer(0, 100_000_000),
    120_000,
    'Requests a minute from one address; 0: no limit.',
  ),
  rateLimitStrangers: setting(
    'BELFRY_RATE_LIMIT_STRANGERS',
    integer(0, 100_000_000),
    300,
    'Requests a minute from one address that show no key that works; 0: no limit.',
  ),
  sentryDsn: setting('BELFRY_SENTRY_DSN', webUrl, null, 'Errors are reported there.', 'value'),
  logLevel: setting(
    'BELFRY_LOG_LEVEL',
    choice('debug', 'info', 'warn', 'error', 'silent'),
    null,
    'The least that is logged. By default `info`, and `warn` on a terminal.',
  ),
  debug: setting('DEBUG', text('namespaces such as belfry:*'), '', 'Namespaces whose debug lines are logged.'),
  connectionsMax: setting(
    'BELFRY_CONNECTIONS_MAX',
    integer(1, 1_000),
    10,
    'Database connections of a server, beside the six of its worker.',
  ),
  pooled: setting(
    'BELFRY_POOLED',
    boolean,
    false,
    'A pooler in transaction mode (PgBouncer) stands before the database.',
  ),
  pollMs: setting('BELFRY_POLL_MS', integer(10, 3_600_000), 30_000, 'Workers look at least this often.'),
  retentionDays: setting(
    'BELFRY_RETENTION_DAYS',
    integer(0, 36_525),
    90,
    'How long the ledger is kept: workers remove what is older once a day, `belfry cleanup` at once; 0: only `belfry cleanup`.',
  ),
  worker: setting(
    'BELFRY_WORKER',
    boolean,
    true,
    'Whether `serve` also fires and delivers; false: `belfry work` does.',
  ),
  leaseMs: setting(
    'BELFRY_LEASE_MS',
    integer(1_000, 21_600_000),
    60_000,
    'So long a worker may hold what it sends; what a dead one held is free after that. Above every channel’s time-out.',
  ),
  coalesceWithin: setting(
    'BELFRY_COALESCE_WITHIN',
    duration,
    null,
    'Reminders of one recipient that are due within so long (PT1S to PT1H) become one message. By default only late ones do.',
  ),
  alarmTimezone: setting('BELFRY_ALARM_TIMEZONE', zone, 'Asia/Seoul', 'The zone of users that alarms create.'),
  alarmBase: setting('BELFRY_ALARM_BASE', duration, 'P1D', 'When an alarm comes back first; doubled from then on.'),
  alarmCap: setting('BELFRY_ALARM_CAP', duration, 'P256D', 'No alarm stays away longer.'),
  alarmQuietHours: setting(
    'BELFRY_ALARM_QUIET_HOURS',
    quietHours,
    '22:00-07:00',
    'When no alarm rings, for users who have no quiet hours of their own.',
  ),
  alarmRetryAfter: setting(
    'BELFRY_ALARM_RETRY_AFTER',
    duration,
    'PT6H',
    'When an alarm whose delivery failed for good comes back.',
  ),
  alarmOnDone: setting(
    'BELFRY_ALARM_ON_DONE',
    choice('end', 'postpone'),
    'end',
    'What Done means for an alarm that does not say: nothing comes any more, or the same interval begins again.',
  ),
  onTimelineChange: setting(
    'BELFRY_ON_TIMELINE_CHANGE',
    choice('hold', 'ignore'),
    'hold',
    'After a failover or a restore: hold all sends until an operator releases them, or go on.',
  ),
} as const

type Table = typeof settings

export type SettingName = keyof Table

export type Values = {
  readonly [N in SettingName]: Table[N] extends Setting<infer T, infer D> ? T | Extract<D, null> : never
}

export const settingNames = Object.keys(settings) as SettingName[]

/** `dataDir` is `--data-dir` on the command line. */
export function optionOf(setting: SettingName): string {
  return setting.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

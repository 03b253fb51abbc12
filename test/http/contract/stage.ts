// Where the fuzz plays: a server with a driven clock, a worker in the same process, and channels whose outcomes are written in the
// reminders themselves.

import pg from 'pg'
import type { ChannelMaker } from '../../../src/channels/channel.ts'
import { email, webPush } from '../../../src/channels/index.ts'
import type { AppOptions } from '../../../src/http/server.ts'
import type { Channel, Message, Outcome, Worker } from '../../../src/index.ts'
import { sendgridSigning } from '../../channels/sendgrid-signing.ts'
import { type Serving, serve } from '../serving.ts'

export const startMs = Date.parse('2031-01-01T00:00:00Z')

/** Somebody's table, for sweeps: a row for every hour of three weeks. */
const tasks = `create table public.tasks (
    id bigint primary key, due_at timestamptz not null, owner text, title text, status text not null, reminder_sent_at timestamptz);
  insert into public.tasks
    select i, timestamptz '2031-01-01' + i * interval '1 hour', 't' || i % 7, 'Task ' || i, case i % 3 when 0 then 'done' else 'open' end
    from generate_series(1, 500) i;
  create index on public.tasks (due_at)`

async function makeTable(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(tasks)
  await client.end()
}

export interface Stage extends Serving {
  readonly worker: Worker
  /** What was behind answers of 5xx: it is not in the answers. */
  readonly faults: readonly string[]
  close(): Promise<void>
}

export async function raise(url: string): Promise<Stage> {
  await makeTable(url)
  const faults: string[] = []
  const captureError: AppOptions['captureError'] = (error, { route }) => {
    const root = error instanceof Error && error.cause instanceof Error ? error.cause : error
    faults.push(`${route}: ${root instanceof Error ? root.stack : String(root)} ${JSON.stringify(root)}`)
  }
  const serving = await serve(url, {
    app: { captureError, clock: 'driven', telegram, metrics: { http() {}, text: async () => '# no numbers\n' } },
    belfry: {
      ...{ channels: [scripted, pigeon, push, mail], defaultChannels: ['scripted'], connectionsMax: 12 },
      // Nothing leaves this machine, whatever the fuzz makes up.
      ...{ demo: ['webhook'], encryptionKey: 'a key for the fuzz, long enough' },
    },
  })
  await serving.belfry.clock.set(new Date(startMs))
  const worker = serving.belfry.startWorker()
  return {
    ...serving,
    worker,
    faults,
    async close() {
      await serving.app.close()
      await serving.belfry.close()
    },
  }
}

async function perform({ data }: Message): Promise<Outcome> {
  const script = typeof data === 'object' && data !== null && 'script' in data ? data.script : 'delivered'
  switch (script) {
    case 'refused':
    case 'gone':
    case 'unknown':
      return { kind: script, reply: 'as written' }
    case 'deferred':
      return { kind: 'deferred', retryAfterMs: 1_000 }
    case 'thrown':
      throw new Error('as written')
    default:
      return { kind: 'delivered' }
  }
}

const scripted: Channel = {
  name: 'scripted',
  idempotent: false,
  needsAddress: false,
  send: perform,
}

/** Devices can be put, and nothing goes to them. */
const push: ChannelMaker = {
  name: 'web_push',
  make: (ground) => ({ ...webPush({ subject: 'mailto:ops@example.com' }).make(ground), send: perform }),
}

const pigeon: Channel = { ...scripted, name: 'pigeon', idempotent: true, needsAddress: true }

const sendgrid = sendgridSigning()

/** Nobody is reminded by mail here; what SendGrid tells is taken. */
const mail = email({
  from: 'reminders@belfry.test',
  sendgrid: { apiKey: 'none', baseUrl: 'http://127.0.0.1:9', eventKey: sendgrid.eventKey },
})

const telegramSecret = 'only-telegram-knows-this'

/** Nobody answers on Telegram here; what it posts is taken. */
const telegram = { receive: async (_update: unknown, secret: string) => secret === telegramSecret }

/** What is signed by who sends it, by operation. */
export const signatures: Readonly<Record<string, (body: string) => Record<string, string>>> = {
  'channels.sendgridEvents': (body) => sendgrid.headers(body),
  'telegram.updates': () => ({ 'x-telegram-bot-api-secret-token': telegramSecret }),
}

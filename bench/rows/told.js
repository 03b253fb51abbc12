// A great many due at once, told by Telegram at 25 messages a second, which would take more than two hours. So there are two parts: a minute
// as it is; then a time-lapse until everybody was told, in which Belfry's clock goes ten times as fast as real time, and so do
// the paces that are counted in real time: those of the bot, of a chat and of what is late. By Belfry's clock that is still 25 a second.

import { belfry, percentile } from '../arena.js'
import { withClient } from '../postgres.js'
import { startBotApi } from '../servers/bot-api.js'
import { startStep } from '../steps.js'

export const title = 'Telegram, 200,000 due at once'
export const goal = '25 a second, nobody behind one person’s hundred, memory flat, everyone told once'
const now = '2040-01-01T00:00:00Z'
const fromMs = Date.parse(now)
const lapse = 10
const hundred = 100
/** Of the one whose hundred come first. */
const busyChat = 1

/** Due within one second, in a known order; the first hundred are one person's. Over minutes, what is still on time would overtake what is late already. */
const reminders = `
  with numbers as (
    select g, case when g <= ${hundred} then ${busyChat} else g end as chat,
      timestamptz '${now}' - ($1::integer - g) * interval '1 second' / $1::integer as due
    from generate_series(1, $1::integer) g
  ),
  people as (
    insert into belfry.recipients (tenant, id, channels, created_at, updated_at)
    select distinct 'default', 'telegram:' || chat, array['telegram'], now(), now() from numbers
  ),
  chats as (
    insert into belfry.addresses (tenant, recipient, channel, address, created_at)
    select distinct 'default', 'telegram:' || chat, 'telegram', chat::text, now() from numbers
  ),
  named as (
    select *, 'telegram:' || chat as recipient, belfry.reminder_id('default', 'note', g::text, 'once', 'telegram:' || chat) as id,
      to_char(due at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as occurrence
    from numbers
  )
  insert into belfry.reminders (due_at, useful_until, created_at, occurrence_key, bucket, id, tenant, entity_type, entity_id, kind,
    recipient, occurrence, title)
  select due, due + interval '1 day', now(), belfry.occurrence_key(occurrence, 1, ''), belfry.bucket_of(id), id, 'default',
    'note', g::text, 'once', recipient, occurrence, '#' || g
  from named`

const ended = `
  select (select count(*) from belfry.reminders)::integer as waiting,
    (select count(*) from belfry.deliveries where state = 'sent')::integer as sent,
    (select count(*) from belfry.deliveries where state <> 'sent')::integer as others`

export async function run(arena, { sizes }) {
  const count = sizes.told
  const api = await startBotApi()
  try {
    return await arena.inFreshPlace(belfry, async ({ database }) => {
      arena.say(`${count} due at once`)
      await withClient(database, async (client) => {
        await client.query(reminders, [count])
        await client.query('vacuum analyze belfry.reminders, belfry.recipients, belfry.addresses')
      })
      await arena.postgres.checkpoint()
      const place = { database, apiRoot: api.apiRoot }
      const paced = await minute(arena, place, api, sizes.toldSeconds)
      const whole = await rest(arena, place, api, count, paced.atMs)
      const [found] = await withClient(database, async (client) => (await client.query(ended)).rows)
      return verdict({ count, paced, whole, found, api })
    })
  } finally {
    await api.close()
  }
}

function tell(place, options) {
  return startStep({
    ...{ contender: 'telegram', place: { ...place, lapse: options.lapse }, step: 'tellAll', execArgv: ['--expose-gc'] },
    ...{ options: { everyMs: 5_000, ...options }, timeoutMs: options.forMs + 60_000 },
  })
}

/** In real time. */
async function minute(arena, place, api, seconds) {
  const step = tell(place, { fromMs, lapse: 1, forMs: seconds * 1_000 })
  const ticker = setInterval(() => arena.say(`${api.told.length} told, 25 a second`), 1_000)
  const { memory, atMs } = await step.result.finally(() => clearInterval(ticker))
  const told = [...api.told]
  const others = told.filter(({ chat }) => chat !== busyChat)
  const pausesMs = others.slice(1).map(({ atMs: thisMs }, i) => thisMs - others[i].atMs)
  const perSecond = ((told.length - 1) / (told.at(-1).atMs - told[0].atMs)) * 1_000
  return { memory, atMs, perSecond, toBusy: told.length - others.length, longestPauseMs: Math.max(...pausesMs) }
}

/** The time-lapse, until everybody was told. */
async function rest(arena, place, api, count, beginMs) {
  const before = api.told.length
  const forMs = (count / 25 / lapse) * 3_000 + 60_000
  const step = tell(place, { fromMs: beginMs, lapse, forMs })
  await new Promise((resolve, reject) => {
    const look = () => {
      arena.say(`${api.told.length} of ${count} told`)
      if (api.told.length >= count) resolve()
    }
    const ticker = setInterval(look, 200)
    step.result.then(resolve, reject).finally(() => clearInterval(ticker))
  })
  const [first, last] = [api.told[before], api.told.at(-1)]
  const { memory } = await step.stop()
  return { memory, perSecond: ((api.told.length - before) / (last.atMs - first.atMs) / lapse) * 1_000 }
}

function verdict({ count, paced, whole, found, api }) {
  const distinct = new Set(api.told.map(({ text }) => /#\d+/.exec(text)?.[0])).size
  const isOnce =
    distinct === count && api.told.length === count && found.sent === count && found.waiting + found.others === 0
  const away = displacements(api.told)
  const heap = [...paced.memory, ...whole.memory].map(({ heapMb }) => heapMb)
  const [heapFirst, heapMost] = [Math.round(heap[0]), Math.round(Math.max(...heap))]
  return {
    unit: '',
    values: {
      'messages a second, at 25': Math.round(paced.perSecond * 10) / 10,
      'longest pause for the others, ms': Math.round(paced.longestPauseMs),
      'places away from due order, p99': percentile(away, 0.99),
      'heap at first, MB': heapFirst,
      'heap at most, MB': heapMost,
      'told once': isOnce ? count : distinct,
    },
    best: null,
    ratio: null,
    ratios: null,
    met:
      isOnce &&
      paced.perSecond > 24 &&
      paced.perSecond <= 25.5 &&
      paced.longestPauseMs < 1_000 &&
      heapMost <= heapFirst + 50,
    details: { paced, whole },
    note: `of the minute at 25 a second ${paced.toBusy} went to the one whose hundred were due first; then ${Math.round(whole.perSecond * 10) / 10} a second of Belfry’s clock until all were told, in a time-lapse of ${lapse} to 1; furthest from due order, of people with one, ${away.at(-1)} places; resident memory ${rss(paced)} and ${rss(whole)} MB (first and most)`,
  }
}

const rss = ({ memory }) =>
  `${Math.round(memory[0].rssMb)}–${Math.round(Math.max(...memory.map(({ rssMb }) => rssMb)))}`

/** How far from its place in due order each was told, of people with one; sorted. */
function displacements(told) {
  const others = told.filter(({ chat }) => chat !== busyChat)
  return others.map(({ chat }, place) => Math.abs(chat - hundred - 1 - place)).sort((a, b) => a - b)
}

// The pages of what will ring and of what was sent, in a real browser beside a large backlog and as many deliveries of the last day:
// opened, moved on, filtered, scrolled.

import { belfry, percentile } from '../arena.js'
import { inBrowser, operatorKey, timeOf } from '../browser.js'
import { fill } from '../fill.js'
import { withClient } from '../postgres.js'
import { startServe } from '../servers/servers.js'

export const title = 'Upcoming and Deliveries in a browser'
export const goal = '< 100 ms for each interaction at 1,000,000 pending'

const dayMs = 86_400_000
const halfHourMs = 1_800_000
const warmUps = 3
/** The backlog rings once a second from 2040 on (fill.js). */
const beginMs = Date.UTC(2040, 0, 1)

/** As if so many had been sent within a day, the last of them now. */
const sent = `
  insert into belfry.deliveries (at, due_at, created_at, occurrence_key, attempt, took_ms, bucket, reminder, tenant, entity_type, entity_id,
    kind, recipient, occurrence, channel, state, title)
  select at, at, at, 1, 1, 3, belfry.bucket_of(id), id, 'default', 'note', 's' || g, 'once', 'person-' || g % 1000,
    to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'in_app', 'sent', 'Sent ' || g
  from (
    select g, belfry.now() - ($1::integer - g) * interval '1 day' / $1::integer as at,
      belfry.reminder_id('default', 'note', 's' || g, 'once', 'person-' || g % 1000) as id
    from generate_series(1, $1::integer) g
  ) numbered`

export async function run(arena, { sizes }) {
  return await arena.inFreshPlace(belfry, async (place) => {
    await fill(place.database, { to: sizes.backlog, say: arena.say })
    arena.say(`${sizes.backlog} deliveries`)
    await withClient(place.database, async (client) => {
      await client.query(sent, [sizes.backlog])
      await client.query('vacuum analyze belfry.deliveries')
    })
    // What was just written is not still being written while somebody looks.
    await arena.postgres.checkpoint()
    const server = await startServe({ DATABASE_URL: place.database, BELFRY_OPERATOR_KEY: operatorKey })
    try {
      const took = await inBrowser(server.port, '/keys', (page) => interact(page, sizes, arena.say))
      const at = (share) => Object.entries(took).map(([name, all]) => [name, tenths(percentile(all, share))])
      return {
        unit: 'ms (p95)',
        values: Object.fromEntries(at(0.95)),
        best: null,
        ratio: null,
        ratios: null,
        met: at(0.95).every(([, ms]) => ms < 100),
        note: `${sizes.backlog} pending, ${sizes.interactions} times each, from the click to the frame that shows it; p50 ${at(
          0.5,
        )
          .map(([name, ms]) => `${name} ${ms} ms`)
          .join(', ')}`,
      }
    } finally {
      await server.stop()
    }
  })
}

/** Times of each kind, sorted. */
async function interact(page, sizes, say) {
  await page.getByRole('heading', { level: 1 }).waitFor()
  const took = {
    open: [],
    'next day': [],
    week: [],
    'of a recipient': [],
    'on a channel': [],
    'scroll a page': [],
    deliveries: [],
    'deliveries of a state': [],
    'deliveries of a recipient': [],
    'scroll deliveries': [],
  }
  // The first ones compile, and load the code of the page.
  for (let i = -warmUps; i < sizes.interactions; i++) {
    say(`interaction ${i + 1}/${sizes.interactions}`)
    for (const [name, ms] of await once(page, i + warmUps, sizes.backlog)) if (i >= 0) took[name].push(ms)
  }
  for (const all of Object.values(took)) all.sort((a, b) => a - b)
  return took
}

async function once(page, i, pending) {
  const days = Math.max(1, Math.floor((pending * 1_000) / dayMs) - 8)
  // Each in a half hour of its own, and an hour from the last of its kind: what was asked before would be shown at once, and not be measured.
  const day = (n) => `at=${encodeURIComponent(new Date(beginMs + (n % days) * dayMs + n * halfHourMs).toISOString())}`
  await timeOf(page, link('/keys'), `location.pathname === '/keys' && !document.querySelector('.ring')`)
  const found = []
  const measure = async (name, act, isShown = isAnswered) =>
    found.push([name, await timeOf(page, `${remember}; ${act}`, isShown)])
  await measure('open', link(`/upcoming?${day(2 * i)}`))
  await measure('next day', `document.querySelector('[aria-label="Later"]').click()`)
  await measure('week', `[...document.querySelectorAll('.choice button')].at(-1).click()`)
  await measure('of a recipient', link(`/upcoming?${day(2 * i)}&recipient=person-${i}`))
  await measure('on a channel', link(`/upcoming?${day(2 * i + 1)}&channel=in_app`))
  for (let n = 0; n < 4; n++) await measure('scroll a page', 'scrollBy(0, innerHeight * 0.8)', isCovered)
  const isListed = `document.querySelector('main .rows .row, main .empty') && !document.querySelector('main .loading') && location.href !== window.wasAt`
  const leave = 'window.wasAt = location.href'
  await measure('deliveries', `${leave}; ${link('/deliveries')}`, isListed)
  for (let n = 0; n < 4; n++) await measure('scroll deliveries', 'scrollBy(0, innerHeight * 0.8)', isCovered)
  await measure('deliveries of a state', `${leave}; ${link('/deliveries?state=sent')}`, isListed)
  await measure('deliveries of a recipient', `${leave}; ${link(`/deliveries?recipient=person-${i}`)}`, isListed)
  return found
}

/** As somebody clicks a link in the page. */
const link = (to) =>
  `(() => { const a = document.body.appendChild(document.createElement('a')); a.href = ${JSON.stringify(to)}; a.click(); a.remove() })()`

const textOf = (selector) => `(document.querySelector('${selector}')?.textContent ?? '')`
const shown = `(${textOf('.under-chart strong')} + ${textOf('.chart .axes')} + (document.querySelector('.ring .at')?.dateTime ?? ''))`
const remember = `window.shownBefore = ${shown}`
/** The sum, the chart and the first row are there, and not those of before. */
const isAnswered = `document.querySelector('.ring, .empty') && !${shown}.includes('…') && ${shown} !== window.shownBefore && !document.querySelector('[aria-busy=true]')`
/** There are rows down to the lower edge of the window, or nothing more is to come. */
const isCovered = `document.elementFromPoint(innerWidth / 2, innerHeight - 20)?.closest('.rows .row')`

const tenths = (ms) => Math.round(ms * 10) / 10

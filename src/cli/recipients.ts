// `belfry recipients`: who is reminded, in which zone, and where.

import { BelfryError } from '../errors.ts'
import type { Belfry, ChannelSteps, Recipient, RecipientInput, SwitchedOff } from '../index.ts'
import { plain } from './print/paint.ts'
import { table } from './print/table.ts'
import { usageError } from './program/arguments.ts'
import type { Call } from './program/call.ts'
import type { Command } from './program/command.ts'
import { exit } from './program/exit-codes.ts'
import { pageOf, pageOptions } from './program/pages.ts'
import { verbOf } from './program/verb.ts'

export const recipients: Command = {
  usage: [
    'recipients [--search <text>] [--suspended]',
    'recipients show <id>',
    'recipients put <id> [options]',
    'recipients suspend <id> <channel> --reason <text>',
    'recipients verify <id> <channel>',
    'recipients link <id> [--expires <duration>]',
    'recipients delete <id> --yes',
  ],
  details:
    'put keeps what is not named; an empty value clears it. A suspended address is not used until it is verified, or another one is put. ' +
    'link answers a link that connects the Telegram of whoever opens it, once, within ten minutes. ' +
    'delete erases addresses and texts, and cancels what is to come.',
  options: {
    name: { value: '<name>', about: 'What the person is called' },
    timezone: { value: '<zone>', about: 'Such as Europe/Paris' },
    locale: { value: '<tag>', about: 'Such as en or ko' },
    address: { value: '<channel>=<address>', about: 'Where a channel reaches the person', many: true },
    channels: {
      value: '<list>',
      about: 'Used where a reminder names none, separated by commas; in_app,email+PT10M: email ten minutes later',
    },
    fallback: { value: '<channel>', about: 'Used when one of these channels has failed' },
    off: { value: '<what>', about: 'Not wanted: channel=email, or type=meeting,channel=email together', many: true },
    search: { value: '<text>', about: 'Only whose name, its last word, or id begins so' },
    suspended: { about: 'Only those who have an address that is suspended' },
    reason: { value: '<text>', about: 'Why an address is suspended, such as bounced' },
    quiet: { value: '<from>-<to>', about: 'When nothing should ring, such as 22:00-07:00' },
    expires: {
      value: '<duration>',
      about: 'How long a link is good, such as PT10M (the default); an hour at the most',
    },
    yes: { about: 'Really delete' },
    ...pageOptions,
  },
  words: [0, 3],
  examples: [
    ['recipients', 'everybody'],
    ['recipients --search kim', 'whose name, its last word, or id begins so'],
    ['recipients put ana --timezone Europe/Paris --quiet 22:00-07:00', 'makes or changes Ana'],
    ['recipients put ana --channels in_app,email+PT10M', 'in the app at once, by email if nobody has seen it'],
    ['recipients put ana --off type=meeting,channel=email', 'meetings not by email'],
    ['recipients verify ana email', 'her address is good again'],
    ['recipients link ana', 'a link that connects her Telegram'],
    ['recipients delete ana --yes', 'erases her'],
  ],
  async run(call) {
    const work = verbOf(call, 'recipients', verbs)
    return await call.with((belfry) => work(call, belfry))
  },
}

type Verb = (call: Call, belfry: Belfry) => Promise<number | undefined>

const verbs: Readonly<Record<string, Verb>> = { list, show, put, suspend, verify, link, delete: erase }

async function list(call: Call, belfry: Belfry): Promise<undefined> {
  const search = call.text('search')
  const page = await belfry.recipients.list({
    ...pageOf(call),
    ...(call.has('suspended') ? { suspended: true } : {}),
    ...(search ? { search } : {}),
  })
  await call.answer(page, () => {
    if (page.items.length === 0) return search ? 'Nobody is called so.' : 'There is nobody yet.'
    const text = peopleTable(call, page.items)
    return page.nextCursor === null ? text : `${text}\nMore: --cursor '${page.nextCursor}'\n`
  })
}

async function show(call: Call, belfry: Belfry): Promise<undefined> {
  const id = call.word(1, 'recipient')
  const person = await belfry.recipients.get(id)
  if (!person) throw new BelfryError('not_found', `There is no recipient ${JSON.stringify(id)}.`, { field: '/id' })
  await call.answer(person, () => peopleTable(call, [person]))
}

async function put(call: Call, belfry: Belfry): Promise<undefined> {
  const person = await belfry.recipients.put(inputOf(call, call.word(1, 'recipient')))
  await call.answer(person, () => peopleTable(call, [person]))
}

async function suspend(call: Call, belfry: Belfry): Promise<undefined> {
  const name = { recipient: call.word(1, 'recipient'), channel: call.word(2, 'channel') }
  const reason = call.text('reason')
  if (!reason) throw usageError('Why?', `recipients suspend ${name.recipient} ${name.channel} --reason bounced`)
  const person = await belfry.recipients.suspendAddress({ ...name, reason })
  await call.answer(person, () => peopleTable(call, [person]))
}

async function verify(call: Call, belfry: Belfry): Promise<undefined> {
  const name = { recipient: call.word(1, 'recipient'), channel: call.word(2, 'channel') }
  const person = await belfry.recipients.verifyAddress(name)
  await call.answer(person, () => peopleTable(call, [person]))
}

/** The word is on the screen of whoever asked, and nowhere else. */
async function link(call: Call, belfry: Belfry): Promise<undefined> {
  const recipient = call.word(1, 'recipient')
  const expiresIn = call.text('expires')
  const made = await belfry.chats.link({ recipient, ...(expiresIn === undefined ? {} : { expiresIn }) })
  await call.answer(made, () => {
    const until = `Good once, until ${made.expiresAt.toISOString()}.`
    return made.url === null ? `Send the bot: /start ${made.word}\n${until}` : `${made.url}\n${until}`
  })
}

async function erase(call: Call, belfry: Belfry): Promise<number | undefined> {
  const id = call.word(1, 'recipient')
  if (!call.has('yes')) throw usageError('This erases addresses and texts for good.', `recipients delete ${id} --yes`)
  const result = await belfry.recipients.delete(id)
  await call.answer(result, () =>
    result.erased
      ? `Erased. Reminders cancelled: ${result.cancelled}.`
      : `There is no recipient ${JSON.stringify(id)}.`,
  )
  return result.erased ? undefined : exit.notFound
}

function inputOf(call: Call, id: string): RecipientInput {
  const given = <T>(option: string, read: (text: string) => T) => {
    const text = call.text(option)
    return text === undefined ? undefined : text === '' ? null : read(text)
  }
  const same = (text: string) => text
  const input = {
    name: given('name', same),
    timezone: given('timezone', same),
    locale: given('locale', same),
    channels: given('channels', readSteps),
    fallback: given('fallback', same),
    preferences: call.all('off').length > 0 ? { off: readOff(call.all('off')) } : undefined,
    quietHours: given('quiet', readQuiet),
    addresses: call.all('address').length > 0 ? Object.fromEntries(call.all('address').map(readAddress)) : undefined,
  }
  return { id, ...Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined)) }
}

function readQuiet(text: string): { from: string; to: string } {
  const [, from, to] = /^(\d\d:\d\d)-(\d\d:\d\d)$/.exec(text) ?? []
  if (!from || !to) throw usageError(`${JSON.stringify(text.slice(0, 60))} are no quiet hours.`, '--quiet 22:00-07:00')
  return { from, to }
}

/** `email+PT10M`: so long after the first. */
function readSteps(text: string): ChannelSteps {
  return text.split(',').map((step) => {
    const [channel = '', after] = step.trim().split('+')
    return after === undefined ? channel : { channel, after }
  })
}

/** `type=meeting,channel=email`; an empty value clears all of them. */
function readOff(all: readonly string[]): SwitchedOff[] {
  return all
    .filter((text) => text !== '')
    .map((text) => Object.fromEntries(text.split(',').map((part) => part.trim().split('=', 2))) as SwitchedOff)
}

function readAddress(text: string): [string, string | null] {
  const [, channel = '', address = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? []
  if (channel === '') throw usageError('An address names its channel.', '--address email=ana@example.com')
  return [channel, address === '' ? null : address]
}

function stepText(step: ChannelSteps[number]): string {
  return typeof step === 'string' ? step : `${step.channel}${step.after ? `+${step.after}` : ''}`
}

function peopleTable(call: Call, people: readonly Recipient[]): string {
  const rows = people.map(({ id, name, timezone, quietHours, channels, addresses, suspended }) => [
    plain(id),
    plain(name ?? '-'),
    timezone,
    quietHours ? quietHours.map(({ from, to }) => `${from}-${to}`).join(', ') : '-',
    channels?.map(stepText).join(', ') ?? 'default',
    Object.entries(addresses)
      .map(([channel, address]) =>
        plain(`${channel}=${address}${suspended[channel] ? ` (suspended: ${suspended[channel].reason})` : ''}`),
      )
      .join(' ') || '-',
  ])
  const { columns, isTty } = call.terminal
  const head = ['id', 'name', 'zone', 'quiet', 'channels', 'addresses']
  return table(head, rows, { columns, paint: call.paint, cut: isTty.out })
}

// From a command line to an exit code: find the command, read its options and the settings, run it, and say errors in one line.

import { BelfryError } from '../../errors.ts'
import { nearest } from '../../input.ts'
import { commands } from '../commands.ts'
import { checkDrivenClock } from '../settings/guard.ts'
import { resolveSettings } from '../settings/resolve.ts'
import { optionOf, type SettingName, settingNames, settings } from '../settings/table.ts'
import { type Arguments, readArguments, usageError } from './arguments.ts'
import { Call, Interrupted } from './call.ts'
import type { Command, Option } from './command.ts'
import { exit, exitCodeOf } from './exit-codes.ts'
import { commandHelp } from './help-text.ts'
import type { Terminal } from './terminal.ts'

export async function run(given: readonly string[], terminal: Terminal): Promise<number> {
  try {
    return await runCommand(given, terminal)
  } catch (error) {
    if (error instanceof Interrupted) return exit.interrupted
    terminal.say(errorText(error, given.includes('--json') || given.includes('-j')))
    return exitCodeOf(error)
  }
}

async function runCommand(all: readonly string[], terminal: Terminal): Promise<number> {
  const [name, rest] = commandOf(all)
  const command = await commands[name].load()
  const given = readArguments(rest, { ...settingOptions, ...globalOptions, ...command.options })
  const read = { ...given, usage: usageText(command.usage) }
  if (read.options.has('help')) {
    await terminal.write(commandHelp(commands[name].about, command))
    return exit.ok
  }
  checkWords(read, command)
  const resolved = await resolveSettings({
    environment: terminal.environment,
    directory: terminal.directory,
    configFile: read.options.get('config')?.[0] ?? null,
    options: settingsGiven(read, command),
  })
  checkDrivenClock(resolved.settings)
  const call = new Call(terminal, read, resolved)
  try {
    return (await command.run(call)) ?? exit.ok
  } finally {
    // One that opens nothing has not said it.
    if (resolved.settings.clock === 'driven') call.banner(null)
  }
}

type CommandName = keyof typeof commands

const spellings = new Map<string, CommandName>([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
])

function commandOf([first = 'help', ...rest]: readonly string[]): [CommandName, readonly string[]] {
  const name = spellings.get(first) ?? first
  if (Object.hasOwn(commands, name)) return [name as CommandName, rest]
  const near = nearest(name.slice(0, 60), Object.keys(commands))
  throw usageError(
    `There is no command ${JSON.stringify(name.slice(0, 60))}.${near ? ` Did you mean ${near}?` : ''}`,
    Object.keys(commands).join(', '),
  )
}

function checkWords({ words }: Arguments, { words: [min, max], usage }: Command): void {
  if (words.length >= min && words.length <= max) return
  const what = words.length < min ? 'Something is missing' : `${JSON.stringify(words[max])} is one word too many`
  throw usageError(`${what}.`, usageText(usage))
}

function usageText(usage: readonly string[]): string {
  return usage.map((line) => `belfry ${line}`).join(' | ')
}

export const globalOptions: Readonly<Record<string, Option>> = {
  json: { about: 'One JSON document (or JSON lines) instead of words' },
  config: { value: '<file>', about: 'The configuration file' },
  help: { about: 'This text' },
}

/** Every setting but the secrets is an option, too. */
const settingOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  settingNames
    .filter((name) => settings[name].secret !== 'value')
    .map((name) => [optionOf(name), { value: '<value>', about: settings[name].about }]),
)

function settingsGiven({ options }: Arguments, command: Command): Map<SettingName, string> {
  const given = new Map<SettingName, string>()
  for (const name of settingNames) {
    const option = optionOf(name)
    const text = options.get(option)?.[0]
    // A command's own option of that name means something else.
    if (text !== undefined && !command.options?.[option]) given.set(name, text)
  }
  return given
}

/** What, where, what is accepted: one line. What is not a BelfryError is a fault of ours, and still no stack. */
function errorText(error: unknown, json: boolean): string {
  const message = oneLine(`${error instanceof Error ? error.message : String(error)}${causeOf(error)}`)
  if (!json) return `belfry: ${message}\n`
  const { code, field, accepted, facts } = error instanceof BelfryError ? error : { code: 'failed' }
  return `${JSON.stringify({ error: { ...facts, code, message, field, accepted } })}\n`
}

/** Why a database cannot be reached: the driver says it, and never with a password. */
function causeOf(error: unknown): string {
  if (!(error instanceof BelfryError) || error.code !== 'database_unavailable') return ''
  const { cause } = error
  const { code } = (cause ?? {}) as { code?: unknown }
  const why = (cause instanceof Error && cause.message) || code
  return typeof why === 'string' ? ` ${why}. Is DATABASE_URL right, and does the server run?` : ''
}

function oneLine(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ').trim()
}

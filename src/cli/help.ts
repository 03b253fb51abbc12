// `belfry help`: everything in one screen, or one command with its options and examples.

import { nearest } from '../input.ts'
import { commands } from './commands.ts'
import { usageError } from './program/arguments.ts'
import type { Command } from './program/command.ts'
import { commandHelp } from './program/help-text.ts'

export const help: Command = {
  usage: ['help [command]'],
  words: [0, 1],
  examples: [['help remind', 'options and examples of one command']],
  async run(call) {
    const [name] = call.words
    const text = name === undefined ? overview() : await textOf(name)
    const list = Object.entries(commands).map(([command, { about }]) => ({ command, about }))
    await call.answer(name === undefined ? { commands: list } : { command: name, text }, () => text)
    return undefined
  },
}

function overview(): string {
  const names = Object.keys(commands)
  const width = Math.max(...names.map((name) => name.length))
  return `belfry: reminders that ring once, on time

${Object.entries(commands)
  .map(([name, { about }]) => `  belfry ${name.padEnd(width)}  ${about}`)
  .join('\n')}

  belfry help <command>   options and examples
  --json                  with every command: one JSON document, or JSON lines

Begin with:
  belfry serve                        in one terminal
  belfry remind 10s "Stand up"        in another
`
}

async function textOf(name: string): Promise<string> {
  const listed = Object.hasOwn(commands, name) ? commands[name as keyof typeof commands] : null
  if (listed) return commandHelp(listed.about, await listed.load())
  const near = nearest(name.slice(0, 60), Object.keys(commands))
  throw usageError(
    `There is no command ${JSON.stringify(name.slice(0, 60))}.${near ? ` Did you mean ${near}?` : ''}`,
    Object.keys(commands).join(', '),
  )
}

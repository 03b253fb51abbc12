// Help for one command.

import type { Command, Option } from './command.ts'

export function commandHelp(about: string, { usage, details, options = {}, examples }: Command): string {
  const lines = [about, '', ...usage.map((line) => `  belfry ${line}`)]
  if (details) lines.push('', details.trim())
  if (Object.keys(options).length > 0) lines.push('', 'Options', ...optionLines(options))
  if (examples.length > 0) {
    lines.push('', 'Examples')
    for (const [line, what] of examples) lines.push(`  belfry ${line}`, `      ${what}`)
  }
  lines.push(
    '',
    'With every command: --json, --config <file>, --help, and any setting of `belfry config` as an option,',
  )
  lines.push('such as --database <url>, --data-dir <path> or --tenant <name>.')
  return `${lines.join('\n')}\n`
}

function optionLines(options: Readonly<Record<string, Option>>): string[] {
  const heads = Object.entries(options).map(([name, { value }]) => `--${name}${value ? ` ${value}` : ''}`)
  const width = Math.max(...heads.map((head) => head.length))
  return Object.values(options).map(
    ({ about, many }, i) => `  ${heads[i]!.padEnd(width)}  ${about}${many ? ' (may be repeated)' : ''}`,
  )
}

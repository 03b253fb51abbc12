// A Dockerfile as a list of instructions, read strictly: what `docker build` would refuse is an error with its line. Only what
// ours uses is understood; a here-document or ONBUILD would be an error too.

import { execFileSync } from 'node:child_process'

export interface Instruction {
  readonly line: number
  readonly name: string
  readonly flags: ReadonlyMap<string, string>
  /** The words, unquoted; of an exec form, its items. */
  readonly words: readonly string[]
  readonly isExec: boolean
  /** Everything after the flags, as it was written. */
  readonly rest: string
}

export interface Stage {
  readonly image: string
  readonly name: string | undefined
  readonly instructions: readonly Instruction[]
}

const known = ['FROM', 'ARG', 'WORKDIR', 'COPY', 'RUN', 'LABEL', 'ENV', 'USER', 'VOLUME', 'EXPOSE', 'STOPSIGNAL']
const execOrShell = ['CMD', 'ENTRYPOINT', 'RUN', 'VOLUME', 'HEALTHCHECK']

export function parseDockerfile(text: string): Stage[] {
  const stages: { image: string; name: string | undefined; instructions: Instruction[] }[] = []
  for (const instruction of logicalLines(text).map(parseInstruction)) {
    if (instruction.name === 'FROM') {
      const [image, as, name, ...more] = instruction.words
      if (
        image === undefined ||
        more.length > 0 ||
        (as !== undefined && (as.toUpperCase() !== 'AS' || name === undefined))
      )
        throw fault(instruction.line, 'FROM takes an image, and AS a name')
      stages.push({ image, name, instructions: [] })
    } else if (stages.length === 0) throw fault(instruction.line, 'the first instruction is FROM')
    else stages.at(-1)!.instructions.push(instruction)
  }
  if (stages.length === 0) throw fault(1, 'there is no FROM')
  return stages
}

function fault(line: number, message: string): Error {
  return new Error(`Dockerfile:${line} ${message}`)
}

/** Lines without comments, continued ones joined. A comment inside a continued line is left out, as Docker does. */
function logicalLines(text: string): { line: number; text: string }[] {
  const found: { line: number; text: string }[] = []
  let open: { line: number; text: string } | undefined
  for (const [i, raw] of text.split('\n').entries()) {
    if (/^\s*(#|$)/.test(raw)) continue
    const isContinued = raw.endsWith('\\')
    const piece = isContinued ? raw.slice(0, -1) : raw
    open = open ? { ...open, text: `${open.text}${piece}` } : { line: i + 1, text: piece }
    if (isContinued) continue
    found.push(open)
    open = undefined
  }
  if (open) throw fault(open.line, 'the last line is continued')
  return found
}

function parseInstruction({ line, text }: { line: number; text: string }): Instruction {
  const [, name = '', tail = ''] = /^\s*([A-Za-z]+)\s+(.*)$/s.exec(text) ?? []
  if (![...known, ...execOrShell].includes(name)) throw fault(line, `there is no instruction ${name || text.trim()}`)
  const flags = new Map<string, string>()
  let rest = tail.trim()
  for (let found = flagOf(rest); found; found = flagOf(rest)) {
    flags.set(found[1]!, found[2]!)
    rest = rest.slice(found[0].length)
  }
  const command = name === 'HEALTHCHECK' ? rest.replace(/^CMD\s+/, '') : rest
  const isExec = execOrShell.includes(name) && command.startsWith('[')
  const words = isExec ? execForm(line, command) : wordsOf(line, name, command)
  const instruction = { line, name, flags, words, isExec, rest }
  check(instruction)
  return instruction
}

function flagOf(text: string): RegExpExecArray | null {
  return /^--([a-z-]+)=(\S+)\s+/.exec(text)
}

/** Not JSON means the shell form to Docker: a forgotten quote would run `[node,` in a shell. */
function execForm(line: number, text: string): string[] {
  try {
    const items: unknown = JSON.parse(text)
    if (Array.isArray(items) && items.length > 0 && items.every((item) => typeof item === 'string')) return items
  } catch {
    // Said below.
  }
  throw fault(line, `not a list of texts in JSON: ${text}`)
}

function wordsOf(line: number, name: string, text: string): string[] {
  if (name === 'RUN') return shellWords(line, text)
  const words = text.match(/(?:[^\s"']|"[^"]*"|'[^']*')+/g) ?? []
  if (words.join('').length !== text.replaceAll(/\s(?=(?:[^"]*"[^"]*")*[^"]*$)/g, '').length)
    throw fault(line, 'a quote is open')
  return words.map((word) => word.replaceAll(/["']/g, ''))
}

function shellWords(line: number, text: string): string[] {
  try {
    execFileSync('sh', ['-n', '-c', text], { stdio: 'pipe' })
  } catch (error) {
    throw fault(line, `the shell says: ${(error as { stderr?: Buffer }).stderr?.toString().trim()}`)
  }
  return text.split(/\s+/)
}

const rules: Readonly<Record<string, (instruction: Instruction) => boolean>> = {
  COPY: ({ words, flags }) =>
    words.length >= 2 && [...flags.keys()].every((flag) => ['from', 'chown', 'chmod'].includes(flag)),
  WORKDIR: ({ words }) => words.length === 1 && words[0]!.startsWith('/'),
  USER: ({ words }) => words.length === 1,
  EXPOSE: ({ words }) => words.every((word) => /^\d+(\/(tcp|udp))?$/.test(word)),
  STOPSIGNAL: ({ words }) => words.length === 1 && /^SIG[A-Z]+$/.test(words[0]!),
  ENV: ({ words }) => words.every((word) => /^[A-Z_]+=/.test(word)),
  LABEL: ({ words }) => words.every((word) => /^[a-z.]+=/.test(word)),
  VOLUME: ({ words }) => words.every((word) => word.startsWith('/')),
  HEALTHCHECK: ({ flags, rest }) =>
    /^(NONE$|CMD\s)/.test(rest) &&
    [...flags].every(([flag, value]) =>
      flag === 'retries'
        ? /^\d+$/.test(value)
        : /^(interval|timeout|start-period)$/.test(flag) && /^\d+(ms|s|m)$/.test(value),
    ),
}

function check(instruction: Instruction): void {
  const { name, line, words, rest } = instruction
  const isGood = words.length > 0 && (rules[name]?.(instruction) ?? true)
  if (!isGood) throw fault(line, `${name} does not take this: ${rest}`)
}

// The static SQL of storage/sql, one statement a file, read once. The text is sent as it is written: PostgreSQL strips
// the comments, and keeps a named statement's plan.

import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const folder = new URL('./sql/', import.meta.url)

const texts = new Map(
  readdirSync(fileURLToPath(folder))
    .filter((file) => file.endsWith('.sql'))
    .map((file) => [file.slice(0, -'.sql'.length), readFileSync(new URL(file, folder), 'utf8')] as const),
)

export const statementNames: readonly string[] = [...texts.keys()]

export function statementText(name: string): string {
  const text = texts.get(name)
  if (text === undefined) throw new Error(`No statement ${name} in storage/sql`)
  return text
}

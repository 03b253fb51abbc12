// Writes down a conversation with the bot as it happens: what somebody wrote or tapped, and what then came or changed on their screen.

import type { Person, Seen } from '../../bot/fake-telegram.ts'

export type Said =
  | { readonly kind: 'says'; readonly who: string; readonly text: string }
  | { readonly kind: 'taps'; readonly who: string; readonly label: string; readonly toast: string | null }
  /** A message of the bot, or the same one after it changed. */
  | { readonly kind: 'answers' | 'changes'; readonly text: string; readonly buttons: readonly (readonly string[])[] }
  /** Time that passes. */
  | { readonly kind: 'later'; readonly text: string }

export interface Recording {
  readonly said: readonly Said[]
  says(text: string): Promise<void>
  /** A button under the last message that has it, or in place of the keyboard. */
  taps(label: string): Promise<void>
  /** What is written between two parts of the conversation, and what is done meanwhile. */
  later(text: string, meanwhile: () => Promise<unknown>): Promise<void>
  edits(text: string): Promise<void>
}

export function record(person: Person): Recording {
  const said: Said[] = []
  const known = new Map<number, Seen>()
  const look = () => {
    for (const seen of person.screen()) {
      const before = known.get(seen.id)
      known.set(seen.id, seen)
      if (!seen.isBot || (before && isAlike(before, seen))) continue
      const keyboard = seen.buttons.length > 0 ? seen.buttons : shortened(seen.keyboard)
      const file = seen.document ? `📄 ${seen.document.name}` : ''
      said.push({ kind: before === undefined ? 'answers' : 'changes', text: seen.text || file, buttons: keyboard })
    }
  }
  let last: Seen | null = null
  return {
    said,
    async says(text) {
      said.push({ kind: 'says', who: person.name, text })
      last = await person.says(text)
      look()
    },
    async taps(label) {
      const at = said.push({ kind: 'taps', who: person.name, label, toast: null }) - 1
      const answer = await person.taps(label)
      said[at] = { kind: 'taps', who: person.name, label, toast: answer?.text ?? null }
      look()
    },
    async later(text, meanwhile) {
      said.push({ kind: 'later', text })
      await meanwhile()
      look()
    },
    async edits(text) {
      said.push({ kind: 'says', who: person.name, text: `✎ ${text}` })
      await person.edits(last!, text)
      look()
    },
  }
}

/** That buttons go where a question was answered is nothing to tell of. */
function isAlike(before: Seen, after: Seen): boolean {
  const isSame = JSON.stringify(before.buttons) === JSON.stringify(after.buttons)
  return before.text === after.text && (isSame || after.buttons.length === 0)
}

/** A keyboard of cities is as wide as a phone; two rows show what it is. */
function shortened(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return rows.length <= 2 ? rows : [...rows.slice(0, 2), ['…']]
}

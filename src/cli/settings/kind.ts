// Kinds of settings: each reads a text (environment, command line) and a value of the configuration file, and says what it
// accepts. Undefined means: not of this kind.

export interface Kind<T> {
  /** Completes "Accepted: …". */
  readonly accepted: string
  fromText(text: string): T | undefined
  fromFile(value: unknown): T | undefined
}

function fromTextOnly<T>(accepted: string, fromText: (text: string) => T | undefined): Kind<T> {
  return { accepted, fromText, fromFile: (value) => (typeof value === 'string' ? fromText(value) : undefined) }
}

export const text = (accepted: string, pattern = /^[^\0]+$/): Kind<string> =>
  fromTextOnly(accepted, (value) => (pattern.test(value) ? value : undefined))

/** So long that nobody guesses it. */
export const longSecret: Kind<string> = fromTextOnly('a secret of at least 32 characters', (value) =>
  value.length >= 32 ? value : undefined,
)

export const webUrl: Kind<string> = fromTextOnly('a URL such as https://reminders.example.com', (value) =>
  URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, '') : undefined,
)

export function choice<const T extends string>(...words: readonly T[]): Kind<T> {
  return fromTextOnly(words.join(', '), (value) => words.find((word) => word === value))
}

export function integer(min: number, max: number): Kind<number> {
  const inRange = (value: number) => (Number.isInteger(value) && value >= min && value <= max ? value : undefined)
  return {
    accepted: `a whole number from ${min} to ${max}`,
    fromText: (value) => (/^\d{1,12}$/.test(value) ? inRange(Number(value)) : undefined),
    fromFile: (value) => (typeof value === 'number' ? inRange(value) : undefined),
  }
}

const booleans: Readonly<Record<string, boolean>> = {
  ...{ true: true, on: true, yes: true, 1: true },
  ...{ false: false, off: false, no: false, 0: false },
}

export const boolean: Kind<boolean> = {
  accepted: 'true or false',
  fromText: (value) => booleans[value.toLowerCase()],
  fromFile: (value) => (typeof value === 'boolean' ? value : undefined),
}

/** Separated by commas in a text. */
export function list(of: Kind<string>): Kind<readonly string[]> {
  const readAll = (values: readonly unknown[]) => {
    const items = values.map((value) => of.fromFile(value))
    return items.every((item) => item !== undefined) ? items : undefined
  }
  return {
    accepted: `a list, separated by commas, of ${of.accepted}`,
    fromText: (value) =>
      readAll(
        value
          .split(',')
          .map((item) => item.trim())
          .filter((item) => item !== ''),
      ),
    fromFile: (value) => (Array.isArray(value) ? readAll(value) : undefined),
  }
}

export function either<A, B>(first: Kind<A>, second: Kind<B>): Kind<A | B> {
  return {
    accepted: `${first.accepted}, or ${second.accepted}`,
    fromText: (value) => first.fromText(value) ?? second.fromText(value),
    fromFile: (value) => first.fromFile(value) ?? second.fromFile(value),
  }
}

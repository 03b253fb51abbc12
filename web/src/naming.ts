// What the server takes as a name and as a language, so that a form can say so before anything else is typed.

/** As `readName` of src/input.ts has it (test/naming.test.ts). */
export function isName(text: string): boolean {
  return text.length <= namedMax && /^[A-Za-z0-9][A-Za-z0-9_.:-]*$/.test(text)
}

const namedMax = 64

/** The nearest that is one: `our meetings` → `our-meetings`. */
export function nameLike(text: string, otherwise: string): string {
  const near = text
    .replaceAll(/[^A-Za-z0-9_.:-]+/g, '-')
    .replaceAll(/^[^A-Za-z0-9]+|-+$/g, '')
    .slice(0, namedMax)
  return near || otherwise
}

/** As it is kept: `KO` is `ko`. Null: no language. */
export function languageTag(text: string): string | null {
  try {
    return text.length > 35 ? null : (Intl.getCanonicalLocales(text)[0] ?? null)
  } catch {
    return null
  }
}

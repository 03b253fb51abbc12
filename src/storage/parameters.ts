// Lists as PostgreSQL array literals. The driver would walk and escape every element through several functions (a third of
// the time of a bulk load was spent there); any driver takes a text. A column that is null all the way is an empty array:
// `unnest` pads it with nulls.

export function toParameters(values: readonly unknown[]): unknown[] {
  return values.map((value) => (Array.isArray(value) ? arrayLiteral(value) : value))
}

const special = /["\\]/g

export function arrayLiteral(list: readonly unknown[]): string {
  let text = '{'
  let isNull = true
  for (let i = 0; i < list.length; i++) {
    const value = list[i]
    if (i > 0) text += ','
    if (value === null || value === undefined) {
      text += 'NULL'
      continue
    }
    isNull = false
    text += typeof value === 'string' ? quoted(value) : String(value)
  }
  return isNull ? '{}' : `${text}}`
}

function quoted(text: string): string {
  return text.includes('"') || text.includes('\\') ? `"${text.replace(special, '\\$&')}"` : `"${text}"`
}

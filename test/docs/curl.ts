// curl, as far as the pages use it: -X, -H, -d, -i, -N and one address. Another option is an error, so that nobody writes down what
// nothing has run.

export interface Request {
  readonly method: string
  readonly url: string
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: string | undefined
  /** -N: what comes is shown as it comes, and it does not end by itself. */
  readonly streams: boolean
}

export function requestOf([program, ...words]: readonly string[]): Request {
  if (program !== 'curl') throw new Error(`Not curl: ${program}`)
  const headers: [string, string][] = []
  let method: string | undefined
  let body: string | undefined
  let url: string | undefined
  let streams = false
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = () => words.shift() ?? fail(`${word} without a value`)
    if (word === '-X') method = value()
    else if (word === '-H') headers.push(headerOf(value()))
    else if (word === '-d') body = value()
    else if (word === '-N') streams = true
    else if (word.startsWith('http')) url = url === undefined ? word : fail(`two addresses: ${word}`)
    else if (word !== '-i') fail(`an option that the pages do not use: ${word}`)
  }
  // curl itself sends a form, which the server refuses.
  if (body !== undefined && !headers.some(([name]) => name.toLowerCase() === 'content-type'))
    headers.push(['content-type', 'application/x-www-form-urlencoded'])
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    url: url ?? fail('no address'),
    headers,
    body,
    streams,
  }
}

function headerOf(text: string): [string, string] {
  const [, name, value] = /^([\w-]+): (.*)$/.exec(text) ?? []
  return name !== undefined && value !== undefined ? [name, value] : fail(`not a header: ${text}`)
}

function fail(why: string): never {
  throw new Error(`curl: ${why}`)
}

// Runs a page from top to bottom, as a reader would: what is in a `sh` block is done, and the `json`, `http` and `text` blocks that
// follow it are compared with what came back.

import { differences, fits, patternOf } from './compare.ts'
import { type Request, requestOf } from './curl.ts'
import type { Fence } from './fences.ts'
import { runLines, type Variables } from './shell.ts'
import type { Stage } from './stage.ts'

interface Came {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

export class Page {
  readonly #stage: Stage
  readonly #variables: Variables = new Map()
  #came: Came = { status: 200, headers: new Headers(), text: '' }
  /** What went wrong on purpose is shown. */
  #isShown = true
  /** Everything that came, for a reader who copies something out of it. */
  readonly #seen: string[]
  /** Stays open, beside what other terminals do, until the page shows what it said. */
  #stream: Response | undefined

  constructor(stage: Stage) {
    this.#stage = stage
    this.#seen = [stage.operatorKey]
  }

  async run({ language, text }: Fence): Promise<void> {
    if (language === 'sh') await runLines(text, this.#variables, (words) => this.#do(words))
    else if (language === 'json') this.#expect(200, [], JSON.parse(text))
    else if (language === 'http') this.#expectHttp(text)
    else if (language === 'text') await this.#expectText(text)
    else throw new Error(`Nobody runs a block of ${language || 'no language'}`)
  }

  async #do(words: readonly string[]): Promise<void> {
    this.end()
    const [program, ...rest] = words
    if (program === 'export') this.#set(rest[0] ?? '')
    else if (program === 'curl') await this.#ask(requestOf(words))
    else if (program === 'belfry' || (program === 'npx' && rest[0] === 'belfry')) {
      const arguments_ = program === 'belfry' ? rest : rest.slice(1)
      const { code, stdout, stderr } = await this.#stage.command(arguments_, this.#variables)
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
      this.#keep({ status: 200, headers: new Headers(), text: stdout })
    } else throw new Error(`Nobody runs ${program} here`)
  }

  /** After the last command of a page: did it do what nobody says it would not? */
  end(): void {
    const { status, text } = this.#came
    if (status >= 400 && !this.#isShown) throw new Error(`The status was ${status}: ${text}`)
  }

  /** Nothing is set there yet. */
  openTerminal(): void {
    this.#variables.clear()
  }

  #keep(came: Came): void {
    this.#came = came
    this.#isShown = false
    this.#seen.push(came.text)
  }

  /** `bf_live_…`: what the reader copies from what came last. */
  #set(assignment: string): void {
    const [, name = '', value = ''] = /^(\w+)=(.+)$/.exec(assignment) ?? []
    const copied = value.includes('…') ? this.#copied(value) : value
    this.#variables.set(name, copied)
  }

  #copied(pattern: string): string {
    const given = this.#stage.given.find((one) => fits(pattern, one))
    if (given !== undefined) return given
    const words = this.#seen.toReversed().flatMap((text) => text.split(/[^\w.:-]+/))
    const found = words.find((word) => fits(pattern, word))
    if (found === undefined) throw new Error(`Nothing that came before looks like ${pattern}`)
    return found
  }

  async #ask({ method, url, headers, body, streams }: Request): Promise<void> {
    const response = await fetch(this.#stage.here(url), {
      method,
      headers: headers.map(([name, value]) => [name, value]),
      ...(body === undefined ? {} : { body }),
    })
    if (streams) this.#stream = response
    this.#keep({ status: response.status, headers: response.headers, text: streams ? '' : await response.text() })
  }

  #expectHttp(text: string): void {
    const [head = '', ...body] = text.split('\n\n')
    const [first = '', ...headers] = head.split('\n')
    const [, status] = /^HTTP\/1\.1 (\d{3}) [A-Z]/.exec(first) ?? []
    const shown = body.join('\n\n')
    this.#expect(Number(status), headers, shown === '' ? undefined : JSON.parse(shown))
  }

  #expect(status: number, headers: readonly string[], body: unknown): void {
    const { status: real, text, headers: came } = this.#came
    this.#isShown = true
    const isAsShown = status === 200 ? real === 200 || real === 201 : real === status
    if (!isAsShown) throw new Error(`The status is ${real}: ${text}`)
    const wrong = headers.filter((line) => {
      const [, name = '', value = ''] = /^([\w-]+): (.*)$/.exec(line) ?? []
      return !fits(value, came.get(name) ?? '')
    })
    if (wrong.length > 0) throw new Error(`${wrong.join(', ')} came otherwise: ${JSON.stringify([...came])}`)
    if (body === undefined) return
    const found = differences(body, JSON.parse(text))
    if (found.length > 0) throw new Error(`${found.join('; ')}\nin ${text}`)
  }

  async #expectText(shown: string): Promise<void> {
    const text = this.#stream ? await readUntil(this.#stream, shown) : this.#came.text
    this.#stream = undefined
    if (!fits(shown, text.trimEnd())) throw new Error(`It said\n${text}`)
  }
}

/** A stream has no end: it is read until it has said what is shown, and left. */
async function readUntil(response: Response, shown: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (patternOf(`${shown}…`).test(text)) return shown
  }
  return text
}

// Progress of long work, beside the output: a bar that is drawn over on a terminal, else a line now and then.

export interface ProgressOptions {
  readonly isTty: boolean
  say(text: string): void
  nowMs(): number
}

const drawEveryMs = 100
const lineEveryMs = 5_000
const barWidth = 24

export class Progress {
  readonly #what: string
  readonly #options: ProgressOptions
  readonly #startedMs: number
  #saidMs: number
  #isDrawn = false

  constructor(what: string, options: ProgressOptions) {
    this.#what = what
    this.#options = options
    this.#startedMs = options.nowMs()
    this.#saidMs = this.#startedMs
  }

  /** `part` is between 0 and 1, where the end is known. */
  at(count: number, part: number | null = null): void {
    const { isTty, nowMs } = this.#options
    const now = nowMs()
    if (now - this.#saidMs < (isTty ? drawEveryMs : lineEveryMs)) return
    this.#saidMs = now
    this.#say(count, part)
  }

  end(count: number): void {
    if (this.#options.isTty && this.#isDrawn) this.#options.say('\r\u001b[K')
    const seconds = (this.#options.nowMs() - this.#startedMs) / 1_000
    this.#options.say(`${this.#what}: ${count.toLocaleString('en')} in ${seconds.toFixed(1)} s\n`)
  }

  /** Ends the line, so that what follows stands by itself. */
  clear(): void {
    if (this.#isDrawn) this.#options.say('\r\u001b[K')
  }

  #say(count: number, part: number | null): void {
    const { isTty, say } = this.#options
    const text = `${this.#what}: ${part === null ? '' : `${Math.floor(part * 100)} %, `}${count.toLocaleString('en')}`
    this.#isDrawn = isTty
    if (!isTty) {
      say(`${text}\n`)
      return
    }
    const filled = part === null ? 0 : Math.round(Math.min(1, part) * barWidth)
    const bar = part === null ? '' : `[${'#'.repeat(filled)}${'.'.repeat(barWidth - filled)}] `
    say(`\r\u001b[K${bar}${text}`)
  }
}

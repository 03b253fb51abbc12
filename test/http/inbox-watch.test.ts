// Who is told that their inbox has changed, and what is looked at for that. How soon it is seen in a browser is a row of bench/.

import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InboxWatch } from '../../src/http/inbox-stream.ts'
import type { Belfry, Rung } from '../../src/index.ts'
import { monotonicClock } from '../../src/time/clock.ts'

const silent = { debug() {}, info() {}, warn() {}, error() {} }
let over: AbortController
beforeEach(() => {
  over = new AbortController()
})
afterEach(() => {
  over.abort()
  vi.restoreAllMocks()
})

interface Watching {
  readonly watch: InboxWatch
  /** Whom each look was about. */
  readonly looks: string[]
  readonly marks: Map<string, number>
  ring(recipient: string): void
}

function watching(): Watching {
  const looks: string[] = []
  const marks = new Map<string, number>()
  const watchers = new Set<(rung: Rung) => void>()
  const belfry = {
    access: {
      async inboxMarks(people: readonly { recipient: string }[]) {
        looks.push(people.map(({ recipient }) => recipient).join())
        return people.map(({ recipient }) => `mark ${marks.get(recipient) ?? 0}`)
      },
    },
    onRing(watcher: (rung: Rung) => void) {
      watchers.add(watcher)
      return () => void watchers.delete(watcher)
    },
  } as unknown as Belfry
  return {
    ...{ looks, marks },
    watch: new InboxWatch(belfry, silent),
    ring(recipient) {
      const rung = { tenant: 'default', recipient, timezone: 'UTC', title: null, body: null, at: new Date(0) }
      for (const watcher of watchers) watcher(rung)
    },
  }
}

const longMs = 60_000

/** It never becomes time to look at all of them, however slow the machine is. */
function withoutLooksAtAll(): void {
  vi.spyOn(monotonicClock, 'nowMs').mockReturnValue(1)
}

it('what a worker of this process has put into an inbox is looked at at once, and nobody else is', async () => {
  withoutLooksAtAll()
  const { watch, looks, marks, ring } = watching()
  const [ana, bo] = ['ana', 'bo'].map((who) => watch.follow('default', who, over.signal))
  expect([await ana!.next(longMs), await bo!.next(longMs)]).toEqual(['mark 0', 'mark 0'])
  looks.length = 0
  marks.set('bo', 1)
  ring('somebody whom nobody watches')
  ring('bo')
  expect(await bo!.next(longMs)).toBe('mark 1')
  expect(looks).toEqual(['bo'])
})

it('so is what somebody does through this server', async () => {
  withoutLooksAtAll()
  const { watch, looks, marks } = watching()
  const [ana, bo] = ['ana', 'bo'].map((who) => watch.follow('default', who, over.signal))
  await Promise.all([ana!.next(longMs), bo!.next(longMs)])
  looks.length = 0
  marks.set('ana', 1)
  watch.touch('other', 'bo')
  watch.touch('default', 'ana')
  expect(await ana!.next(longMs)).toBe('mark 1')
  expect(looks).toEqual(['ana'])
})

it('what another process does is found by looking at all of them', async () => {
  const { watch, looks, marks } = watching()
  const [ana, bo] = ['ana', 'bo'].map((who) => watch.follow('default', who, over.signal))
  await Promise.all([ana!.next(longMs), bo!.next(longMs)])
  marks.set('bo', 1)
  expect(await bo!.next(longMs)).toBe('mark 1')
  expect(looks.at(-1)).toBe('ana,bo')
})

it('nothing is looked at once nobody watches', async () => {
  withoutLooksAtAll()
  const { watch, looks, ring } = watching()
  const gone = new AbortController()
  await watch.follow('default', 'ana', gone.signal).next(longMs)
  gone.abort()
  looks.length = 0
  ring('ana')
  watch.touch('default', 'ana')
  // The next look is about somebody else.
  expect(await watch.follow('default', 'bo', over.signal).next(longMs)).toBe('mark 0')
  expect(looks).toEqual(['bo'])
})

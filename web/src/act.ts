// What somebody does: shown at once, said in a toast, and taken back where that can be. What the server refuses is shown as it was
// before, with the server's words.

import { wordsOf } from './api.ts'
import { debug } from './debug.ts'
import { acts, refreshAll } from './query.ts'
import { createStore } from './store.ts'

export interface Toast {
  readonly id: number
  readonly kind: 'said' | 'failed'
  readonly text: string
  /** On a line of its own: the words of somebody else. */
  readonly detail?: string
  readonly undo: (() => void) | null
}

export const toasts = createStore<readonly Toast[]>([])

/** Of those without a way back. */
const shownMax = 3
let count = 0

export function say(text: string, undo: (() => void) | null = null): void {
  show({ id: ++count, kind: 'said', text, undo })
}

export function complain(error: unknown): void {
  show({ id: ++count, kind: 'failed', text: wordsOf(error), undo: null })
}

/** What came of something that was tried: done or not is not the same as answered or not. */
export function report(kind: Toast['kind'], text: string, detail: string | null): void {
  show({ id: ++count, kind, text, undo: null, ...(detail ? { detail } : {}) })
}

export function dismiss(id: number): void {
  toasts.set(toasts.get().filter((toast) => toast.id !== id))
}

function show(toast: Toast): void {
  const before = toasts.get()
  // A way back is not taken away because something else happens.
  toasts.set([...before.filter(({ undo }, i) => undo || i > before.length - shownMax), toast])
}

export interface Action<R> {
  run(): Promise<R>
  /** What the page shows at once, as if it were done. */
  readonly expect?: () => void
  /** What to say when it is done. Nothing: it is plain to see. */
  readonly said?: string | ((result: R) => string)
  /** Does the opposite. */
  readonly undo?: (result: R) => Promise<unknown>
  /** Whether there is an opposite, where that depends on what was done. */
  readonly canUndo?: (result: R) => boolean
  /** What to say when it was taken back. */
  readonly undone?: string
}

/** False: it was refused. */
export async function act<R>({ run, expect, said, undo, canUndo, undone }: Action<R>): Promise<boolean> {
  acts.underWay += 1
  expect?.()
  try {
    const result = await run()
    const hasUndo = undo && (canUndo?.(result) ?? true)
    const takeBack = hasUndo && (() => void act({ run: () => undo(result), ...(undone ? { said: undone } : {}) }))
    if (said !== undefined) say(typeof said === 'string' ? said : said(result), takeBack || null)
    return true
  } catch (error) {
    debug('refused', error)
    complain(error)
    return false
  } finally {
    acts.underWay -= 1
    // What another one will have done would be taken back by an answer from before it.
    if (acts.underWay === 0) refreshAll()
  }
}

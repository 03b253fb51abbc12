// The same for each of many, a few at a time: how many took it. One that is refused does not keep the others from it.

import { debug } from '../../debug.ts'

const atOnce = 6

export async function allOf<T>(
  items: readonly T[],
  run: (item: T) => Promise<unknown>,
): Promise<{ readonly done: number; readonly left: number }> {
  let done = 0
  const waiting = [...items]
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      try {
        await run(item)
        done += 1
      } catch (error) {
        debug('refused', error)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return { done, left: items.length - done }
}

// The one door to Temporal. temporal-polyfill hands out the runtime's own `globalThis.Temporal` where there is one and its
// implementation where there is none, so nothing here has to choose; everything else in Belfry imports from this file, so
// that dropping the polyfill one day is a change of one line.

export { Temporal } from 'temporal-polyfill'

/**
 * The version of the time-zone database this process resolves with, e.g. `2025c`. Versions compare as text. A Node built
 * against a system ICU does not say: `0000` is older than every real one, so such a process never claims to know better.
 */
export function tzdbVersion(): string {
  return process.versions.tz ?? '0000'
}

// What time it is for reminders, and how times are shown. The server's clock decides: it may be driven, and the clock of a
// reader's machine may be wrong.

import { useEffect, useState } from 'preact/hooks'
import { api } from './api.ts'
import { type Language, language } from './language.ts'
import { hearing } from './live.ts'
import { createKept, createStore, useStore } from './store.ts'
import { yearIn } from './zoned.ts'

export { localText } from './zoned.ts'

interface ServerClock {
  /** Of a clock that is driven: where it stands. */
  readonly atMs: number
  readonly readMs: number
  readonly isDriven: boolean
  /** The server was asked. Before that nobody knows which day it is: a list of today would be of another one. */
  readonly wasAsked: boolean
}

export const serverClock = createStore<ServerClock>({
  ...{ atMs: Date.now(), readMs: Date.now(), isDriven: false, wasAsked: false },
})

/** The reader's own zone: the browser's, unless they chose another. */
export const ownZone = createKept<string>('belfry.zone', Intl.DateTimeFormat().resolvedOptions().timeZone)

export function nowMs(): number {
  const { atMs, readMs, isDriven } = serverClock.get()
  return isDriven ? atMs : atMs + (Date.now() - readMs)
}

export async function readClock(): Promise<void> {
  const { now, driven } = await api.clock.read()
  serverClock.set({ atMs: Date.parse(now.instant), readMs: Date.now(), isDriven: driven, wasAsked: true })
}

/** A driven clock moves when somebody moves it: that is told by what rings then, and asked for now and then. */
export function followClock(): () => void {
  // Where it does not answer, the reader's own clock has to do.
  const read = () => void readClock().catch(() => serverClock.set({ ...serverClock.get(), wasAsked: true }))
  read()
  const stop = hearing([''], () => serverClock.get().isDriven, read)
  const timer = setInterval(read, 60_000)
  return () => {
    stop()
    clearInterval(timer)
  }
}

/** Drawn anew every so often. */
export function useNow(everyMs = 10_000): number {
  useStore(serverClock)
  const [, draw] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => draw((n) => n + 1), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return nowMs()
}

type Style = 'time' | 'day' | 'full' | 'seconds' | 'date'

const styles: Record<Style, Intl.DateTimeFormatOptions> = {
  time: { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  day: { weekday: 'short', day: 'numeric', month: 'short' },
  date: { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' },
  full: { weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' },
  seconds: {
    ...{ day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' },
  },
}
const formats = new Map<string, Intl.DateTimeFormat>()

export function showTime(at: string | number | Date, zone: string, style: Style = 'full'): string {
  const date = new Date(at)
  const isOtherYear = style !== 'time' && yearIn(date, zone) !== yearIn(nowMs(), zone)
  return formatOf(language.get(), zone, style, isOtherYear).format(date)
}

function formatOf(lang: Language, zone: string, style: Style, isOtherYear: boolean): Intl.DateTimeFormat {
  const name = `${lang} ${zone} ${style} ${isOtherYear}`
  const known = formats.get(name)
  if (known) return known
  const year: Intl.DateTimeFormatOptions = isOtherYear ? { year: 'numeric' } : {}
  const made = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : 'ko-KR', { ...styles[style], ...year, timeZone: zone })
  formats.set(name, made)
  return made
}

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
] as const

/** `in 23 hours`, `5 minutes ago`. */
export function showDistance(
  at: string | number | Date,
  fromMs = nowMs(),
  style: Intl.RelativeTimeFormatStyle = 'short',
): string {
  const ms = new Date(at).getTime() - fromMs
  // 90 minutes say more than an hour; 36 hours more than a day.
  const [unit, unitMs] = steps.find(([, each]) => Math.abs(ms) >= each * 1.5) ?? ['second', 1_000]
  return distanceFormatOf(language.get(), style).format(Math.round(ms / unitMs), unit)
}

const distanceFormats = new Map<string, Intl.RelativeTimeFormat>()

function distanceFormatOf(lang: Language, style: Intl.RelativeTimeFormatStyle): Intl.RelativeTimeFormat {
  const name = `${lang} ${style}`
  const known = distanceFormats.get(name)
  if (known) return known
  const made = new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style })
  distanceFormats.set(name, made)
  return made
}

/** `Europe/Paris` → `Paris`; the whole name is in the title. */
export function cityOf(zone: string): string {
  return zone.split('/').at(-1)!.replaceAll('_', ' ')
}

/** Of whom it concerns, and of the reader, each with its city: two times side by side are never of clocks that nobody names. */
export function showOnClocks(at: string | number | Date, zone: string, own: string): string {
  const theirs = `${showTime(at, zone)} ${cityOf(zone)}`
  return showTime(at, zone) === showTime(at, own) ? theirs : `${theirs} · ${showTime(at, own)} ${cityOf(own)}`
}

export const zones: readonly string[] = Intl.supportedValuesOf('timeZone')

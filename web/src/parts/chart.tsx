// Charts that are read at a glance: bars of counts over time, and lines. Drawn as SVG in as many pixels as there are, so that text
// is never stretched. The numbers are also there as a table, for those who hear the page.

import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { ownZone, showTime } from '../clock.ts'
import { useStore } from '../store.ts'
import { useSteps } from './chart-keys.ts'
import { AsTable } from './chart-table.tsx'

const edge = { left: 44, right: 12, top: 10, bottom: 22 }

export interface Series {
  readonly name: string
  /** A class: `sent`, `failed`, `unknown`, `main`, `second`. */
  readonly tone: string
  /** One for each moment; null: not known. */
  readonly values: readonly (number | null)[]
}

interface ChartProps {
  readonly title: string
  /** Beginnings of the spans, equally long, in ms. */
  readonly moments: readonly number[]
  readonly series: readonly Series[]
  readonly kind: 'bars' | 'lines'
  readonly height?: number
  readonly unit?: string
  readonly show?: (value: number) => string
  /** What somebody sees when pointing at a span, beside its numbers. */
  readonly timeStyle?: 'time' | 'full' | 'day'
  /** Of the words below the chart; as `timeStyle` if left out. */
  readonly tickStyle?: 'time' | 'full' | 'day'
  /** Which moments are named below; at equal distances if left out. */
  readonly isTick?: (momentMs: number) => boolean
  readonly onPick?: (momentMs: number) => void
  /** How that is done by keyboard, for those who hear the page. */
  readonly pickHint?: string
  /** The span that was picked, and the one that something is held over. */
  readonly pickedMs?: number | null
  readonly targetMs?: number | null
  /** Where now is, in ms. */
  readonly nowMs?: number
  readonly children?: ComponentChildren
}

export function Chart(props: ChartProps) {
  const { title, moments, series, height = 180, show = plain, timeStyle = 'time' } = props
  const zone = useStore(ownZone)
  const figure = useRef<HTMLElement>(null)
  const width = useWidth(figure)
  const [pointed, setAt] = useState<number | null>(null)
  // There may be fewer of them since.
  const at = pointed !== null && pointed < moments.length ? pointed : null
  const most = highest(props)
  const scale = scaleOf({ width, height, count: moments.length, most })
  const labelOf = (ms: number) => showTime(ms, zone, timeStyle)
  const tickOf = (ms: number) => showTime(ms, zone, props.tickStyle ?? timeStyle)
  const spanUnder = (clientX: number) => figure.current && spanAt(figure.current, clientX, moments.length)
  const steps = useSteps({
    ...{ at, setAt, spanUnder, count: moments.length, first: moments.indexOf(props.pickedMs ?? Number.NaN) },
    has: (i) => series.some(({ values }) => (values[i] ?? 0) > 0),
    textOf: (i) => `${labelOf(moments[i]!)}: ${numbersAt(props, i).map(({ name, text }) => `${name} ${text}`)}`,
    pick: (i) => props.onPick?.(moments[i]!),
  })
  return (
    <figure
      ref={figure}
      class="chart"
      style={{ minHeight: `${height}px` }}
      onPointerMove={(event) => setAt(spanUnder(event.clientX))}
      onPointerLeave={() => setAt(null)}
    >
      <svg width={width} height={height} aria-label={title} {...(props.onPick ? steps : { role: 'img' as const })}>
        <Axes
          kind={props.kind}
          scale={scale}
          most={most}
          moments={moments}
          show={show}
          labelOf={tickOf}
          isTick={props.isTick}
        />
        <Marked {...props} scale={scale} />
        {at !== null && <rect class="pointed" x={scale.x(at)} y={edge.top} width={scale.step} height={scale.inner} />}
        {props.kind === 'bars' ? <Bars series={series} scale={scale} /> : <Lines series={series} scale={scale} />}
        <Now {...props} scale={scale} />
      </svg>
      {at !== null && (
        <div class="tip" style={tipPlace(scale.x(at) + scale.step / 2, width)}>
          <strong>{labelOf(moments[at]!)}</strong>
          {numbersAt(props, at).map(({ name, tone, text }) => (
            <span key={name}>
              <i class={`dot ${tone}`} /> {name} {text}
            </span>
          ))}
        </div>
      )}
      {props.pickHint && (
        <p id={steps['aria-describedby']} class="unseen">
          {props.pickHint}
        </p>
      )}
      <AsTable title={title} moments={moments} series={series} show={show} labelOf={labelOf} />
    </figure>
  )
}

/** What each series has there; of bars only those that have one. */
function numbersAt({ series, kind, show = plain, unit }: ChartProps, at: number) {
  return series
    .map(({ name, tone, values }) => ({ name, tone, value: values[at] ?? null }))
    .filter(({ value }) => kind === 'lines' || value !== null)
    .map(({ name, tone, value }) => ({
      name,
      tone,
      text: value === null ? '–' : `${show(value)}${unit ? ` ${unit}` : ''}`,
    }))
}

/** Which span of a chart is at this place of the window. */
export function spanAt(figure: Element, clientX: number, count: number): number | null {
  const { left, width } = figure.getBoundingClientRect()
  const i = Math.floor((clientX - left - edge.left) / stepOf(width, count))
  return i >= 0 && i < count ? i : null
}

function stepOf(width: number, count: number): number {
  return Math.max(0.5, (width - edge.left - edge.right) / Math.max(1, count))
}

const plain = (value: number) => value.toLocaleString()

function useWidth(of: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(600)
  useLayoutEffect(() => {
    if (!of.current) return
    setWidth(Math.round(of.current.getBoundingClientRect().width))
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry!.contentRect.width)))
    observer.observe(of.current)
    return () => observer.disconnect()
  }, [])
  return width
}

interface Scale {
  readonly step: number
  readonly inner: number
  readonly width: number
  readonly height: number
  x(i: number): number
  y(value: number): number
}

function scaleOf({
  width,
  height,
  count,
  most,
}: {
  width: number
  height: number
  count: number
  most: number
}): Scale {
  const step = stepOf(width, count)
  const inner = height - edge.top - edge.bottom
  return {
    ...{ step, inner, width, height },
    x: (i) => edge.left + i * step,
    y: (value) => edge.top + inner * (1 - value / most),
  }
}

/** A round number above everything that is shown. */
function highest({ series, kind, moments }: ChartProps): number {
  const totals = moments.map((_, i) => {
    const values = series.map(({ values: each }) => each[i] ?? 0)
    return kind === 'bars' ? values.reduce((a, b) => a + b, 0) : Math.max(0, ...values)
  })
  const most = Math.max(...totals, 0)
  if (most === 0) return 1
  const power = 10 ** Math.floor(Math.log10(most))
  return [1, 2, 2.5, 5, 10].map((n) => n * power).find((n) => n >= most)!
}

interface AxesProps {
  readonly kind: ChartProps['kind']
  readonly scale: Scale
  readonly most: number
  readonly moments: readonly number[]
  readonly show: (value: number) => string
  readonly labelOf: (ms: number) => string
  readonly isTick?: ((ms: number) => boolean) | undefined
}

/** A label needs some 90 pixels; a time alone half of that. */
function ticksOf({ scale, moments, labelOf, isTick }: AxesProps): Set<number> {
  if (!isTick) {
    const every = Math.max(1, Math.ceil(moments.length / Math.max(1, Math.floor((scale.width - edge.left) / 90))))
    return new Set([...moments.keys()].filter((i) => i % every === 0))
  }
  const ticks = new Set<number>()
  let free = 0
  for (const [i, ms] of moments.entries()) {
    if (!isTick(ms) || scale.x(i) < free) continue
    free = scale.x(i) + labelOf(ms).length * 7 + 12
    if (free < scale.width + 12) ticks.add(i)
  }
  return ticks
}

/** What was picked, and what something would be dropped on. */
function Marked({ pickedMs = null, targetMs = null, moments, scale }: ChartProps & { readonly scale: Scale }) {
  const marks = [
    ['picked', pickedMs],
    ['target', targetMs],
  ] as const
  return (
    <g>
      {marks.map(([name, ms]) => {
        const i = ms === null ? -1 : moments.indexOf(ms)
        if (i < 0) return null
        return <rect key={name} class={name} x={scale.x(i)} y={edge.top} width={scale.step} height={scale.inner} />
      })}
    </g>
  )
}

function Axes(props: AxesProps) {
  const { scale, most, moments, show, labelOf, kind } = props
  const ticks = ticksOf(props)
  return (
    <g class="axes">
      {[0, most / 2, most].map((value) => (
        <g key={value}>
          <line x1={edge.left} x2={scale.width - edge.right} y1={scale.y(value)} y2={scale.y(value)} />
          <text x={edge.left - 6} y={scale.y(value) + 4} text-anchor="end">
            {(most >= 2 && (kind === 'lines' || Number.isInteger(value))) || value === 0 || value === most
              ? show(value)
              : ''}
          </text>
        </g>
      ))}
      {moments.map((ms, i) =>
        ticks.has(i) ? (
          <text key={ms} x={scale.x(i)} y={scale.height - 6}>
            {labelOf(ms)}
          </text>
        ) : null,
      )}
    </g>
  )
}

/** All bars of a series are one shape: a browser draws it sooner than two hundred. */
function Bars({ series, scale }: { readonly series: readonly Series[]; readonly scale: Scale }) {
  const below = series[0]?.values.map(() => 0) ?? []
  return (
    <g>
      {series.map(({ name, tone, values }) => (
        <path key={name} class={`bar ${tone}`} d={barsOf(values, below, scale)} />
      ))}
    </g>
  )
}

/** On top of what is `below` each, which grows by them. */
function barsOf(values: readonly (number | null)[], below: number[], scale: Scale): string {
  const wide = Math.max(1, scale.step - (scale.step > 4 ? 1 : 0)).toFixed(1)
  return values
    .map((value, i) => {
      if (!value) return ''
      const foot = scale.y(below[i]!)
      below[i]! += value
      // The smallest count is still seen.
      const tall = Math.max(2, foot - scale.y(below[i]!))
      return `M${scale.x(i).toFixed(1)} ${foot.toFixed(1)}h${wide}v${(-tall).toFixed(1)}h-${wide}z`
    })
    .join('')
}

function Lines({ series, scale }: { readonly series: readonly Series[]; readonly scale: Scale }) {
  return (
    <g>
      {series.map(({ name, tone, values }) => (
        <path key={name} class={`line ${tone}`} d={pathOf(values, scale)} />
      ))}
    </g>
  )
}

/** Broken where a value is not known. */
function pathOf(values: readonly (number | null)[], scale: Scale): string {
  let isOpen = false
  return values
    .map((value, i) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const letter = isOpen ? 'L' : 'M'
      isOpen = true
      const x = scale.x(i) + scale.step / 2
      // A point that stands alone is a dot.
      const dot = letter === 'M' && (values[i + 1] ?? null) === null ? 'h0.01' : ''
      return `${letter}${x.toFixed(1)} ${scale.y(value).toFixed(1)}${dot}`
    })
    .join('')
}

function Now({ nowMs, moments, scale }: Pick<ChartProps, 'nowMs' | 'moments'> & { readonly scale: Scale }) {
  const [first, second] = moments
  if (nowMs === undefined || first === undefined || second === undefined) return null
  const i = (nowMs - first) / (second - first)
  if (i < 0 || i > moments.length) return null
  return <line class="now" x1={scale.x(i)} x2={scale.x(i)} y1={edge.top} y2={edge.top + scale.inner} />
}

function tipPlace(x: number, width: number): { left?: string; right?: string } {
  return x < width / 2 ? { left: `${Math.round(x + 12)}px` } : { right: `${Math.round(width - x + 12)}px` }
}

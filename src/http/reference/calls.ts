// One call of an operation, built from the examples of its schemas, written for a shell, for fetch and for belfry/client.

import { type Book, bodyMedia, type Listed } from './operations.ts'
import { sampleOfMedia, sampleOfParameter } from './sample.ts'

export interface Call {
  readonly method: string
  /** Filled in: `/v1/reminders/abc`. */
  readonly path: string
  readonly query: readonly (readonly [name: string, value: string])[]
  readonly headers: readonly (readonly [name: string, value: string])[]
  readonly body: unknown
  readonly needsKey: boolean
  /** How the client calls it: the operation, what fills its path, and what else it takes. */
  readonly operation: string
  readonly inPath: readonly (readonly [name: string, value: string])[]
}

export function callOf(listed: Listed, { document, lookup }: Book): Call {
  const { parameters } = listed
  const sampled = (place: string) =>
    parameters
      .filter((one) => one.in === place && (place === 'path' || one.required || one.example !== undefined))
      .map((one) => [one.name, textOf(sampleOfParameter(one, lookup))] as const)
  const filled = new Map(sampled('path'))
  const [mediaName, media] = bodyMedia(listed.body) ?? []
  const isJson = mediaName?.includes('json') ?? false
  const type: Call['headers'] = mediaName === undefined ? [] : [['content-type', mediaName]]
  return {
    method: listed.method.toUpperCase(),
    path: listed.path.replaceAll(/\{([^}]+)\}/g, (whole, name: string) =>
      encodeURIComponent(filled.get(name) ?? whole),
    ),
    query: sampled('query'),
    headers: [...type, ...sampled('header')],
    body: isJson ? sampleOfMedia(media, document, lookup, 'brief') : undefined,
    needsKey: listed.security.some((requirement) => Object.keys(requirement).length > 0),
    operation: listed.id,
    inPath: [...listed.path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => [name!, filled.get(name!) ?? name!] as const),
  }
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

export function curl(call: Call, server: string): string {
  const address = `${server}${call.path}${queryText(call)}`
  const lines = [
    `curl ${call.method === 'GET' ? '' : `-X ${call.method} `}${shell(address)}`,
    // In double quotes, because the shell fills the key in.
    ...(call.needsKey ? ['-H "Authorization: Bearer $BELFRY_KEY"'] : []),
    ...call.headers.map(([name, value]) => `-H ${shell(`${headerName(name)}: ${value}`)}`),
    ...(call.body === undefined ? [] : [`-d ${shell(JSON.stringify(call.body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

/** A word of a POSIX shell. Inside single quotes nothing means anything but the quote itself. */
function shell(text: string): string {
  return /^[\w:/.,=@%+-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}

function headerName(name: string): string {
  return name.replaceAll(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

function queryText({ query }: Call): string {
  const text = new URLSearchParams(query.map(([name, value]): [string, string] => [name, value])).toString()
  return text === '' ? '' : `?${text}`
}

export function fetchCall(call: Call, server: string): string {
  const headers = [
    ...(call.needsKey ? ["authorization: 'Bearer ' + key"] : []),
    ...call.headers.map(([name, value]) => `${key(name.toLowerCase())}: ${quoted(value)}`),
  ]
  const options = [
    ...(call.method === 'GET' ? [] : [`method: ${quoted(call.method)}`]),
    ...(headers.length > 0 ? [`headers: { ${headers.join(', ')} }`] : []),
    ...(call.body === undefined ? [] : [`body: JSON.stringify(${literal(call.body, '  ')})`]),
  ]
  const address = quoted(`${server}${call.path}${queryText(call)}`)
  const given = options.length === 0 ? '' : `, {\n${options.map((option) => `  ${option},\n`).join('')}}`
  return `const response = await fetch(${address}${given})\nconst answer = await response.json()`
}

export function clientCall(call: Call, server: string): string {
  const rest = typeof call.body === 'object' ? call.body : {}
  const input = { ...Object.fromEntries(call.inPath), ...Object.fromEntries(call.query), ...rest }
  const given = Object.keys(input).length === 0 ? '' : literal(input, '')
  return [
    "import { createClient } from 'belfry/client'",
    '',
    `const belfry = createClient({ url: ${quoted(server)}${call.needsKey ? ', key' : ''} })`,
    `const answer = await belfry.${call.operation}(${given})`,
  ].join('\n')
}

/** A value as JavaScript: plain keys without quotes, texts in single ones. */
function literal(value: unknown, indent: string): string {
  const deeper = `${indent}  `
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const items = Array.isArray(value)
    ? value.map((item) => literal(item, deeper))
    : Object.entries(value).map(([name, item]) => `${key(name)}: ${literal(item, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{ ', ' }']
  const line = items.length === 0 ? `${open}${close}`.replace('  ', '') : `${open}${items.join(', ')}${close}`
  if (line.length <= 60 && !line.includes('\n')) return line
  return `${open.trim()}\n${items.map((item) => `${deeper}${item},\n`).join('')}${indent}${close.trim()}`
}

function key(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name)
}

function quoted(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
}

// The diagram of the guide is the table of the program.

import { expect, it } from 'vitest'
import { meetingStatuses, meetingVerbs, transitions } from '../../src/index.ts'
import { readPage } from './fences.ts'

it('the diagram in the guide to meetings has every transition, and no other', () => {
  const [, diagram = ''] = /```mermaid\nstateDiagram-v2\n([^`]*)```/.exec(readPage('docs/guides/meetings.md')) ?? []
  const drawn = diagram
    .trim()
    .split('\n')
    .map((line) => /^\s*(\S+) --> (\S+?)(?: : (\w+).*)?$/.exec(line)?.slice(1))
  const known = meetingStatuses.flatMap((from) =>
    meetingVerbs.flatMap((verb) => {
      const to = transitions[from][verb]
      return to === undefined ? [] : [[from, to, verb]]
    }),
  )
  const ends = meetingStatuses.filter((status) => Object.keys(transitions[status]).length === 0)
  const all = [['[*]', 'pending', 'request'], ...known, ...ends.map((status) => [status, '[*]', undefined])]
  expect(drawn.map(String).toSorted()).toEqual(all.map(String).toSorted())
})

// Sentences of people who had not seen the grammar, which had not read them either when they were written down. At the first run 99 of the first hundred
// were understood, and 218 of the 220 that were written later; what was not is named here. They measure how far the grammar reaches, so no word
// of them may be added to it for their sake.

import { describe, expect, test } from 'vitest'
import { hosts, onHost } from '../../../test/host-zone.ts'
import { answered, type Case } from '../../../test/language/cases.ts'
import english from '../../../test/vectors/further-en.json' with { type: 'json' }
import korean from '../../../test/vectors/further-ko.json' with { type: 'json' }
import secondEnglish from '../../../test/vectors/second-en.json' with { type: 'json' }
import secondKorean from '../../../test/vectors/second-ko.json' with { type: 'json' }
import { parse } from './index.ts'

const sets = [
  // It asks, because of “the 2nd” and Wednesday; the moment that is meant is among the answers that it offers.
  { files: [english, korean], count: 100, missed: ['pay the 2nd instalment next wednesday at 1pm'] },
  // It asks, because from 7 to 11 is a time. 십이월 이십오일, a Sunday to it at the first run, is a date since.
  { files: [secondEnglish, secondKorean], count: 220, missed: ['order from 7-Eleven at 8pm'] },
]

function isUnderstood(one: Case, now: string, zone: string): boolean {
  const parsed = parse(one.say, { now, zone })
  const { orAsk, ...wanted } = one
  if (orAsk && parsed.kind === 'question') return true
  const got = answered(parsed, one)
  if ((wanted.ask || wanted.reject) && wanted.text === undefined) delete got.text
  return JSON.stringify(sorted(got)) === JSON.stringify(sorted(wanted))
}

function sorted(one: Case): [string, unknown][] {
  return Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))
}

describe.each(hosts)('on a host in %s', (host) => {
  onHost(host)

  test.each(sets)(
    'at least 95 of 100 of $count are understood, and the misses are these',
    ({ files, count, missed }) => {
      const all = files.flatMap(({ cases, now, zone }) => (cases as Case[]).map((one) => ({ one, now, zone })))
      expect(all).toHaveLength(count)
      const misses = all.filter(({ one, now, zone }) => !isUnderstood(one, now, zone)).map(({ one }) => one.say)
      expect(misses).toEqual(missed)
      expect(misses.length / count).toBeLessThanOrEqual(0.05)
    },
  )
})

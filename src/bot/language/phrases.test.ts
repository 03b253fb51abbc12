// The worked examples of test/vectors and further sentences of the same kinds, each under three host zones with equal results.

import { describe, expect, test } from 'vitest'
import { hosts, onHost } from '../../../test/host-zone.ts'
import { answered, type Case } from '../../../test/language/cases.ts'
import moreEnglish from '../../../test/vectors/more-phrases-en.json' with { type: 'json' }
import moreKorean from '../../../test/vectors/more-phrases-ko.json' with { type: 'json' }
import english from '../../../test/vectors/phrases-en.json' with { type: 'json' }
import korean from '../../../test/vectors/phrases-ko.json' with { type: 'json' }
import { parse } from './index.ts'

const files = [
  { name: 'phrases-en', ...english },
  { name: 'phrases-ko', ...korean },
  { name: 'more-phrases-en', ...moreEnglish },
  { name: 'more-phrases-ko', ...moreKorean },
]
describe.each(hosts)('on a host in %s', (host) => {
  onHost(host)

  describe.each(files)('$name', ({ cases, now, zone }) => {
    test.each((cases as Case[]).map((one) => [one.say, one] as const))('%s', (say, one) => {
      const parsed = parse(say, { now, zone })
      const { orAsk, ...wanted } = one
      if (orAsk && parsed.kind === 'question') return
      // What is left of a call at 3 to confirm at 5 is not said in the file.
      const got = answered(parsed, one)
      if (wanted.ask && wanted.text === undefined) delete got.text
      expect(got).toEqual(wanted)
      if (parsed.kind === 'moment' && parsed.ambiguous) expect(parsed.offers.length).toBeGreaterThan(0)
      if (parsed.kind === 'rule' && parsed.repeat?.nag) expect(parsed.repeat.nag.atMost).toBeGreaterThan(1)
    })
  })
})

test('there are many of them', () => {
  expect(moreEnglish.cases.length + moreKorean.cases.length).toBeGreaterThan(300)
})

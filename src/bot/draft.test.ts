import { describe, expect, it } from 'vitest'
import { asContent, isFiller, readDraft, readForwarded, withNag } from './draft.ts'

const reader = {
  now: new Date('2030-11-20T01:00:00Z'),
  zone: 'Asia/Seoul',
  language: 'en',
  defaultHour: '08:30',
} as const

describe('readDraft', () => {
  it('reads what and when, as schedule takes them', () => {
    expect(readDraft('call mom tomorrow at 9', reader)).toMatchObject({
      ...{ kind: 'ready', what: 'call mom', when: { at: '2030-11-21T09:00' }, other: null },
    })
    expect(readDraft('stretch in 20 minutes', reader)).toMatchObject({ when: { at: '2030-11-20T01:20:00.000Z' } })
    expect(readDraft('rent tomorrow', reader)).toMatchObject({ when: { at: '2030-11-21T08:30' } })
    expect(readDraft('standup every weekday 9am EST', reader)).toMatchObject({ when: { timezone: 'America/New_York' } })
  })

  it('offers the other half of the day, also of a rule', () => {
    expect(readDraft('stretch at 9', reader)).toMatchObject({
      when: { at: '2030-11-20T21:00' },
      other: { words: 'Thu 21 Nov, 09:00', when: { at: '2030-11-21T09:00' } },
    })
    expect(readDraft('pills every day at 5', reader)).toMatchObject({
      when: { at: '2030-11-20T17:00', rule: { every: 'day', at: ['17:00'] } },
      other: { when: { at: '2030-11-21T05:00', rule: { every: 'day', at: ['05:00'] } } },
    })
  })

  it('offers no moment where a rule is asked about', () => {
    expect(readDraft('rent every third friday', reader)).toMatchObject({ kind: 'question', offers: [] })
    expect(readDraft('call at 3 to confirm at 5pm', reader)).toMatchObject({
      offers: [{ when: { at: '2030-11-20T15:00' } }, { when: { at: '2030-11-20T17:00' } }],
    })
  })

  it('takes a first line that says when for a long text, and asks otherwise', () => {
    const long = 'and so on '.repeat(80).trim()
    expect(readDraft(`report tomorrow at 9\n${long}`, reader)).toMatchObject({
      ...{ kind: 'ready', what: `report\n${long}`, when: { at: '2030-11-21T09:00' } },
    })
    expect(readDraft(long, reader)).toMatchObject({ kind: 'question', why: 'when', what: long })
  })

  it('keeps somebody else’s words, and takes a time in them for a likely one', () => {
    const reading = readForwarded('Party on Friday at 8pm!', reader)
    expect(reading).toMatchObject({ kind: 'question', what: 'Party on Friday at 8pm!' })
    expect(reading.kind === 'question' && reading.offers[0]).toMatchObject({ when: { at: '2030-11-22T20:00' } })
  })
})

describe('what people say around a time', () => {
  it.each(['please', 'ok, thanks!', 'change it to', '해줘', '로 해 주세요', '', '그럼 부탁해요'])(
    '%s is nothing to be reminded of',
    (text) => {
      expect(isFiller(text)).toBe(true)
    },
  )

  it.each(['okra', '네일샵', 'thank Bob', '로또', '🎂'])('%s is', (text) => expect(isFiller(text)).toBe(false))
})

describe('asContent', () => {
  it('splits what a title has no room for, and never a character', () => {
    expect(asContent(' short ')).toEqual({ title: 'short' })
    const { title, body } = asContent('🎂'.repeat(1_500))
    expect(title.isWellFormed() && body!.isWellFormed()).toBe(true)
    expect(title + body).toBe('🎂'.repeat(1_500))
    expect(title.length).toBeLessThanOrEqual(2_000)
  })
})

describe('withNag', () => {
  it('asks again of what does not say otherwise', () => {
    const nag = { nag: { every: 'PT10M', atMost: 12 } }
    expect(withNag({ at: 'x' }, 'PT10M')).toEqual({ at: 'x', repeat: nag })
    expect(withNag({ at: 'x', repeat: { afterCompletion: 'P3D' } }, 'PT10M').repeat).toEqual({ afterCompletion: 'P3D' })
    expect(withNag({ at: 'x' }, null)).toEqual({ at: 'x' })
  })
})

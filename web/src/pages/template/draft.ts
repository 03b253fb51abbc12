// A template as it stands in the form, and a sample of a message that would have it.

import type { api, Template } from '../../api.ts'
import { ownZone } from '../../clock.ts'

/** For which messages: all, those about meetings, or those that the three fields name. */
export type Reach = 'all' | 'meetings' | 'some'

export interface Draft {
  /** Null: nobody has said so yet. Words that are meant for some would else be those of all. */
  readonly reach: Reach | null
  readonly channel: string
  readonly kind: string
  readonly entityType: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

export type Part = 'subject' | 'text' | 'html'

export interface Sample {
  readonly title: string
  readonly body: string
  /** As a `datetime-local` field has it; empty: in 24 hours. */
  readonly at: string
  readonly timezone: string
  readonly locale: string
  readonly name: string
  /** JSON. */
  readonly data: string
}

/** `purpose`: that of the other languages of its name, where there are any. */
export function draftOf(stored: Template | null, purpose?: Template['for']): Draft {
  const meant = stored?.for ?? purpose
  const { channel = '', kind = '', entityType = '' } = meant ?? {}
  const { subject, text, html } = stored ?? { subject: null, text: null, html: null }
  return {
    ...{ reach: meant ? reachOf(meant) : null, channel, kind, entityType },
    ...{ subject: subject ?? '', text: text ?? '', html: html ?? '' },
  }
}

function reachOf({ channel, kind, entityType }: Template['for']): Reach {
  if (channel || kind) return 'some'
  if (!entityType) return 'all'
  return entityType === 'meeting' ? 'meetings' : 'some'
}

/** What is empty is left to the built-in words. */
export function textsOf({ subject, text, html }: Draft) {
  return { subject: subject || null, text: text || null, html: html || null }
}

export function purposeOf({ reach, channel, kind, entityType }: Draft): Template['for'] {
  if (reach === 'meetings') return { entityType: 'meeting' }
  if (reach !== 'some') return {}
  const given = Object.entries({ channel, kind, entityType }).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  )
  return Object.fromEntries(given)
}

/** Whether it is said for which messages it is. */
export function hasPurpose(draft: Draft): boolean {
  return draft.reach === 'some' ? Object.keys(purposeOf(draft)).length > 0 : draft.reach !== null
}

export function sampleFor(locale: string | null): Sample {
  return {
    ...{ title: 'Budget review', body: 'Bring the numbers of last month.', at: '', timezone: ownZone.get() },
    ...{ locale: locale ?? 'en', name: 'Ana', data: '{ "room": "12" }' },
  }
}

type PreviewInput = Parameters<typeof api.templates.preview>[0]

/** Throws where the data is not JSON. */
export function previewOf(draft: Draft, sample: Sample): PreviewInput {
  const { title, body, at, timezone, locale, name, data } = sample
  const texts = textsOf(draft)
  const isEmpty = Object.values(texts).every((text) => text === null)
  return {
    ...(isEmpty ? {} : { template: texts }),
    for: purposeOf(draft),
    sample: {
      ...{ title: title || null, body: body || null, recipient: { name: name || null } },
      ...(at === '' ? {} : { at }),
      ...(timezone.trim() === '' ? {} : { timezone: timezone.trim() }),
      ...(locale.trim() === '' ? {} : { locale: locale.trim() }),
      ...(data.trim() === '' ? {} : { data: JSON.parse(data) as unknown }),
    },
  }
}

export function isJson(text: string): boolean {
  try {
    if (text.trim() !== '') JSON.parse(text)
    return true
  } catch {
    return false
  }
}

// A template as it stands in the form, and a sample of a message that would have it.

import type { api, Template } from '../../api.ts'
import { ownZone } from '../../clock.ts'

export interface Draft {
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

export function draftOf(stored: Template | null, purpose: Template['for'] = {}): Draft {
  const { channel = '', kind = '', entityType = '' } = stored?.for ?? purpose
  const { subject, text, html } = stored ?? { subject: null, text: null, html: null }
  return { ...{ channel, kind, entityType }, subject: subject ?? '', text: text ?? '', html: html ?? '' }
}

/** What is empty is left to the built-in words. */
export function textsOf({ subject, text, html }: Draft) {
  return { subject: subject || null, text: text || null, html: html || null }
}

export function purposeOf({ channel, kind, entityType }: Draft): Template['for'] {
  const given = Object.entries({ channel, kind, entityType }).flatMap(([name, value]) =>
    value.trim() === '' ? [] : [[name, value.trim()]],
  )
  return Object.fromEntries(given)
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

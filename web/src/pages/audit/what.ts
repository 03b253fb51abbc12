// What an entry of the audit trail is about, and what it says beside its action, in sentences. What it holds is open, so that every part
// is looked at before it is used; what has no sentence is still there as it was written down.

import { showTime } from '../../clock.ts'
import { hrefs } from '../../parts/names.tsx'
import { stepWords } from '../../step-words.ts'
import { anchorOf, fieldsOf, isMoment, linesOfChange } from '../../stories/changes.ts'
import { tellPurpose } from '../../stories/purpose.ts'
import { tellList } from '../../stories/tell.ts'
import type { AuditWords } from '../../words/audit.ts'
import type { ReminderWords } from '../../words/reminder.ts'
import type { Telling } from '../../words/telling.ts'
import type { TemplateWords } from '../../words/templates.ts'
import type { Entry } from './detail.tsx'

interface Named {
  readonly text: string
  readonly href: string | null
}

/** Of what is no thing with reminders: a template, a plan, a webhook, a key, a tenant. */
export function namedIn({ action, data }: Entry, tellActor: (actor: string) => string): Named | null {
  const { name, locale, endpoint, key, tenant } = fieldsOf(data)
  if (action.startsWith('template_') && typeof name === 'string') {
    const tag = typeof locale === 'string' ? locale : null
    return { text: tag ? `${name} (${tag})` : name, href: hrefs.template(name, tag) }
  }
  if (action.startsWith('plan_') && typeof name === 'string') return { text: name, href: '/plans' }
  if (action.startsWith('webhook_') && typeof endpoint === 'string')
    return { text: endpoint, href: hrefs.webhook(endpoint) }
  if (action.startsWith('key_') && typeof key === 'string') return { text: tellActor(`key:${key}`), href: '/keys' }
  if (action.startsWith('tenant_') && typeof tenant === 'string') return { text: tenant, href: null }
  return null
}

export interface Sayings {
  readonly w: AuditWords
  readonly reminder: ReminderWords
  readonly template: TemplateWords
  readonly telling: Telling
  readonly zone: string
}

export function sentencesOf({ action, data }: Entry, sayings: Sayings): string[] {
  const { w, reminder, zone } = sayings
  const { reason, dueAt, was, expiresAt, fields, steps, stood } = fieldsOf(data)
  const at = anchorOf(data)
  const stoodAt = fieldsOf(stood).dueAt
  return [
    ...linesOfChange(action, data, zone, reminder),
    ...(at === null ? [] : [w.takesPlace(at)]),
    ...(isMoment(dueAt) && action !== 'moved' ? [w.rings(showTime(dueAt, zone))] : []),
    ...(isMoment(was) ? [w.was(showTime(was, zone))] : []),
    ...(isMoment(stoodAt) ? [w.was(showTime(stoodAt, zone))] : []),
    ...(isMoment(expiresAt) ? [w.goodUntil(showTime(expiresAt, zone))] : []),
    ...(Array.isArray(fields) ? [w.fieldsChanged(tellList(fields.map((one) => w.fields[one] ?? String(one))))] : []),
    ...(Array.isArray(steps) ? [w.steps(tellList(steps.map(stepOf)))] : []),
    ...(action === 'template_changed' ? [usedFor(data, sayings)] : []),
    ...(typeof reason === 'string' ? [w.reason(reason)] : []),
  ]
}

function stepOf(step: unknown): string {
  const { offset, kind } = fieldsOf(step)
  return typeof offset === 'string' ? stepWords(offset) : String(kind)
}

function usedFor(data: unknown, { template, telling }: Sayings): string {
  const { entityType, kind, channel } = fieldsOf(fieldsOf(data).for)
  const given = Object.entries({ entityType, kind, channel }).filter(([, value]) => typeof value === 'string')
  return template.usedFor(tellPurpose(Object.fromEntries(given), template, telling))
}

// A table of reminder jobs (meeting, recipient, type, scheduled_at, status). What was sent is marked for good, what is ahead
// becomes a reminder of the meeting, what should have rung and did not is recorded and listed, and what was cancelled
// is left out.

import { bucketOf, reminderId } from '../engine/key.ts'
import type { Person } from '../engine/planning.ts'
import { readSchedule, type Wanted } from '../engine/reminder.ts'
import { scheduleBatch } from '../engine/schedule.ts'
import { BelfryError } from '../errors.ts'
import { readBoolean, readName, refuse } from '../input.ts'
import { instantNominal } from '../time/moment.ts'
import { createRecipients, type Facts, factsOf, type Identity, peopleOf, withSeen } from './known.ts'
import { type Mark, writeMarks } from './marks.ts'
import { recordPast } from './past.ts'
import type { ImportReport } from './report.ts'
import {
  beginRun,
  type Importer,
  type ImportOptions,
  importRows,
  type Run,
  readOptions,
  type Settings,
  writeSplitting,
} from './run.ts'
import { type Fields, type ImportSource, openSource, type RowRef, type SourceRow } from './source.ts'
import { readTime, requireId, requireTime } from './values.ts'

export type ReminderJobField =
  | 'id'
  | 'meetingId'
  | 'recipientId'
  | 'reminderType'
  | 'scheduledAt'
  | 'status'
  | 'lastAttemptAt'
  /** Read where `options.organization` is given. */
  | 'organizationId'
  /** Only where `columns` names them. */
  | 'title'
  | 'body'

const fields: Fields<ReminderJobField> = {
  id: 'id',
  meetingId: 'meeting_id',
  recipientId: 'recipient_id',
  reminderType: 'reminder_type',
  scheduledAt: 'scheduled_at',
  status: 'status',
  lastAttemptAt: 'last_attempt_at',
  organizationId: null,
  title: null,
  body: null,
}

export interface ReminderJobsOptions extends ImportOptions {
  /** Recipients that Belfry does not know are created, in UTC and without addresses; else their jobs are refused. Default false. */
  readonly createRecipients?: boolean
  /** Only jobs of this organization: a tenant of Belfry holds one. Default: all of them. */
  readonly organization?: string
  /** The type of the entities. Default `meeting`. */
  readonly entityType?: string
}

interface JobRules {
  readonly entityType: string
  readonly organization: string | null
  readonly createRecipients: boolean
  readonly timezone: string
}

const statuses = ['pending', 'sent', 'failed', 'cancelled'] as const
type Status = (typeof statuses)[number]

interface Job extends Identity {
  readonly ref: RowRef
  readonly status: Status | 'other_organization'
  readonly scheduledMs: number
  readonly sentMs: number
  readonly wanted: Wanted
}

export async function importReminderJobs(
  importer: Importer,
  source: ImportSource<ReminderJobField>,
  options?: ReminderJobsOptions,
): Promise<ImportReport> {
  const settings = readOptions(options, ['createRecipients', 'organization', 'entityType'])
  const rules = readRules(settings)
  const organizationId = rules.organization === null ? null : 'organization_id'
  const opened = openSource<ReminderJobField>(
    source,
    { fields: { ...fields, organizationId }, id: 'id' },
    { readTable: importer.readTable, batchSize: settings.batchSize },
  )
  const run = await beginRun(importer, settings)
  await importRows(run, opened, {
    read: (row) => readJob(run, row, { ...rules, timezone: opened.timezone }),
    take: (jobs) => takeJobs(run, jobs, rules.createRecipients),
  })
  return run.tally.report(settings.dryRun)
}

function readRules({ own }: Settings): Omit<JobRules, 'timezone'> {
  const { createRecipients: create, organization, entityType } = own
  return {
    entityType: entityType === undefined ? 'meeting' : readName(entityType, '/options/entityType'),
    organization: organization === undefined ? null : requireId(organization, '/options/organization'),
    createRecipients: create === undefined ? false : readBoolean(create, '/options/createRecipients'),
  }
}

function readJob({ context }: Run, { ref, values }: SourceRow<ReminderJobField>, rules: JobRules): Job {
  const { entityType, organization, timezone } = rules
  const entityId = requireId(values.meetingId, '/meetingId')
  const recipient = requireId(values.recipientId, '/recipientId')
  const kind = readName(values.reminderType, '/reminderType')
  const scheduledMs = requireTime(values.scheduledAt, timezone, '/scheduledAt')
  const { title, body } = values
  const schedule = { entity: { type: entityType, id: entityId }, kind, recipient, at: new Date(scheduledMs) }
  const texts = { ...(title === undefined ? {} : { title }), ...(body === undefined ? {} : { body }) }
  const id = reminderId({ tenant: context.tenant, entityType, entityId, kind, recipient })
  const isOurs = organization === null || requireId(values.organizationId, '/organizationId') === organization
  return {
    ref,
    id,
    bucket: bucketOf(id),
    occurrence: instantNominal(scheduledMs),
    status: isOurs ? readStatus(values.status) : 'other_organization',
    scheduledMs,
    sentMs: readTime(values.lastAttemptAt, timezone, '/lastAttemptAt') ?? scheduledMs,
    wanted: readSchedule({ ...schedule, ...texts }, context.channels),
  }
}

function readStatus(value: unknown): Status {
  const found = statuses.find((status) => typeof value === 'string' && status === value.toLowerCase())
  if (found) return found
  throw refuse(value === undefined ? 'missing_field' : 'invalid_input', 'Not a status of a reminder job.', {
    field: '/status',
    accepted: statuses.join(', '),
  })
}

/** What becomes of a job. */
type Fate =
  | 'marked'
  | 'past'
  | 'ahead'
  | 'already_there'
  | 'cancelled'
  | 'other_organization'
  | 'sent_before'
  | 'unknown_recipient'

async function takeJobs(run: Run, jobs: readonly Job[], mayCreate: boolean): Promise<void> {
  const known = await factsOf(run, jobs)
  const recipients = jobs.flatMap(({ status, wanted }) => (status === 'pending' ? [wanted.recipient] : []))
  const people = await peopleOf(run, recipients)
  const decided: Partial<Record<Fate, Job[]>> = {}
  for (const [i, job] of jobs.entries()) {
    const hasRecipient = mayCreate || people.has(job.wanted.recipient)
    const fate = fateOf(job, withSeen(run, job, known[i]!), run.nowMs, hasRecipient)
    remember(run, job, fate)
    decided[fate] ??= []
    decided[fate].push(job)
  }
  const those = (fate: Fate): readonly Job[] => decided[fate] ?? []
  run.tally.add('alreadyThere', those('already_there').length)
  run.tally.add('cancelled', those('cancelled').length)
  run.tally.add('otherOrganizations', those('other_organization').length)
  for (const { ref } of those('sent_before')) run.tally.refuse(ref, sentBefore())
  for (const { ref } of those('unknown_recipient')) run.tally.refuse(ref, unknownRecipient())
  await writeMarks(run, those('marked').map(markOf))
  await recordPast(run, those('past'))
  await createMissing(run, those('ahead'), people)
  await scheduleAhead(run, those('ahead'))
}

function fateOf(job: Job, facts: Facts, nowMs: number, hasRecipient: boolean): Fate {
  switch (job.status) {
    case 'other_organization':
    case 'cancelled':
      return job.status
    case 'sent':
      return facts.sentOnce || facts.sentHere ? 'already_there' : 'marked'
    case 'failed':
      return facts.sentOnce || facts.here ? 'already_there' : 'marked'
    case 'pending':
      if (facts.sentOnce && !facts.scheduled) return 'sent_before'
      if (facts.scheduled || facts.heard || facts.here) return 'already_there'
      if (job.scheduledMs <= nowMs) return 'past'
      return hasRecipient ? 'ahead' : 'unknown_recipient'
  }
}

/** For the jobs after it. */
function remember({ seen }: Run, job: Job, fate: Fate): void {
  if (fate === 'marked') seen.add(job.status === 'sent' ? 'sent' : 'here', job.id, markOf(job).occurrence)
  if (fate === 'past') seen.add('here', job.id, job.occurrence)
  if (fate === 'ahead') seen.add('scheduled', job.id)
}

/**
 * Sent means sent, whatever moment Belfry would compute for it: a meeting's reminder of one type goes to a person once. What
 * failed for good stands for its own moment only.
 */
function markOf({ ref, id, bucket, occurrence, status, sentMs, wanted }: Job): Mark {
  const { entityType, entityId, kind, recipient } = wanted
  const state = status === 'failed' ? 'failed' : 'sent'
  const covers = state === 'sent' ? 'once' : occurrence
  return { ref, id, bucket, entityType, entityId, kind, recipient, occurrence: covers, atMs: sentMs, state }
}

function sentBefore(): BelfryError {
  return new BelfryError('already_sent', 'The same reminder was sent to the same recipient before; it rings once.', {
    field: '/scheduledAt',
    accepted: 'reminders.schedule with again: true, if it is to ring once more',
  })
}

async function createMissing(run: Run, jobs: readonly Job[], people: ReadonlyMap<string, Person>): Promise<void> {
  const missing = new Set(jobs.map(({ wanted }) => wanted.recipient).filter((id) => !people.has(id)))
  const created = await createRecipients(
    run,
    [...missing].map((id) => ({ id, timezone: 'UTC' })),
  )
  run.tally.add('recipientsCreated', created)
}

function unknownRecipient(): BelfryError {
  return new BelfryError('unknown_recipient', 'There is no such recipient.', {
    field: '/recipientId',
    accepted: 'a recipient made by recipients.put before the import, or the option createRecipients: true',
  })
}

async function scheduleAhead({ context, settings, tally }: Run, jobs: readonly Job[]): Promise<void> {
  if (settings.dryRun) return tally.add('scheduled', jobs.length)
  await writeSplitting(tally, jobs, async (some) => {
    const answers = await scheduleBatch(
      context,
      context.db,
      some.map(({ wanted }) => wanted),
    )
    for (const [i, answer] of answers.entries()) {
      if (answer instanceof BelfryError) tally.refuse(some[i]!.ref, answer)
      else tally.add(answer.status === 'created' ? 'scheduled' : 'alreadyThere')
    }
  })
}

// Switching from an old reminder system without a reminder sent twice: look first, import, run it again, start the worker. The
// clock is driven here, so that the day after takes a moment; with createBelfry everything is the same.

import { createTestBelfry } from 'belfry/testing'

const database = process.env.DATABASE_URL
const { belfry, memory, advance, close } = await createTestBelfry(database ? { database } : {})
await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })

// An export as `select row_to_json(j) from reminder_jobs j` gives it. It is midnight, 1 January 2030.
const job = { recipient_id: 'ana', reminder_type: '1h_before', status: 'pending' }
const lines = [
  { ...job, id: 1, meeting_id: 'standup', scheduled_at: '2029-12-31T22:00:00+00:00', status: 'sent' },
  { ...job, id: 2, meeting_id: 'budget', scheduled_at: '2029-12-31T23:00:00+00:00' },
  { ...job, id: 3, meeting_id: 'planning', scheduled_at: '2030-01-01T08:00:00+00:00' },
  { ...job, id: 4, meeting_id: 'retro', scheduled_at: '2030-01-01T09:00:00+00:00', status: 'cancelled' },
  { ...job, id: 5, meeting_id: 'lunch', scheduled_at: '2030-01-01T11:00:00+00:00', recipient_id: 'bo' },
].map((row) => JSON.stringify(row))

const dry = await belfry.import.reminderJobs({ lines }, { dryRun: true })
console.log(`Would import ${dry.imported} of ${dry.read}`)
for (const { id, message } of dry.refused) console.log(`Job ${id}: ${message}`)

const report = await belfry.import.reminderJobs({ lines }, { createRecipients: true })
console.log(`Sent before ${report.marked}, to come ${report.scheduled}, cancelled ${report.cancelled}`)
for (const { id, dueAt } of report.skippedPastList) console.log(`Job ${id} was due at ${dueAt.toISOString()}: not rung`)

const again = await belfry.import.reminderJobs({ lines })
console.log(`Run again: ${again.imported} imported, ${again.alreadyThere} already there`)

await advance('P1D')
for (const { entity, recipient } of memory.sent) console.log(`Rang: ${entity.id} for ${recipient}`)
await close()

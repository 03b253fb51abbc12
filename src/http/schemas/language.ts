// Sentences in, and what they mean out.

import { z } from 'zod'
import { like, moment, timezone } from './basics.ts'

export const parseIn = z
  .strictObject({
    text: z.string().min(1).max(2_000).meta({ example: 'every Friday at 4pm weekly report' }),
    timezone: timezone.describe('On whose clock.'),
    locale: z.string().min(2).max(35).optional().describe('`en` or `ko`; by the script of the text if left out.'),
    now: moment.optional().describe('As if it were then; the server’s clock if left out.'),
  })
  .meta({ id: 'ParseInput', example: { text: 'tomorrow at 9 call mom', timezone: 'Europe/Paris' } })

const local = like('2031-12-01T09:00:00')

const when = z
  .object({
    at: local,
    timezone: like('Europe/Paris').optional(),
    rule: z.record(z.string(), z.unknown()).optional(),
    repeat: z
      .object({
        nag: z.object({ every: like('PT10M'), atMost: z.number().int() }).optional(),
        afterCompletion: like('P3D').optional(),
      })
      .optional(),
  })
  .meta({ id: 'SentenceWhen', description: 'Fields of `POST /v1/reminders` and `POST /v1/preview`, as they are.' })

export const parsed = z
  .object({
    kind: z.enum(['moment', 'rule', 'question', 'refusal']),
    text: like('call mom').describe('What is left to remind of.'),
    understood: like('Mon 1 December 2031 at 09:00').describe('In words; of a question the question.'),
    explain: z
      .array(like('there is no 02:30 on 14 March; I will ring at 03:30'))
      .optional()
      .describe('What was adjusted or assumed, in words.'),
    spans: z.array(z.array(z.number().int())).describe('Which parts of the text say when: [from, to).'),
    at: local.optional(),
    isElapsed: z.boolean().optional().describe('Counted by the clock that never changes: `in 72 hours`.'),
    ambiguous: z.boolean().optional().describe('It could have been meant otherwise too; `offers` says how.'),
    offers: z.array(local).optional(),
    rule: z.record(z.string(), z.unknown()).optional(),
    next: z.array(local).optional(),
    nag: like('PT10M').optional(),
    afterCompletion: like('P3D').optional(),
    start: local.optional(),
    zone: like('Europe/Paris').optional(),
    ends: z.boolean().optional(),
    ask: z.literal(true).optional(),
    why: like('which_time').optional(),
    reject: like('past').optional(),
    when: when.nullable().describe('How to schedule it; null of a question and of a refusal.'),
    choices: z
      .array(z.object({ words: like('Mon 1 December at 21:00'), when }))
      .describe('The same for each of `offers`.'),
  })
  .meta({ id: 'Parsed' })

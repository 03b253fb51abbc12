// Templates, in and out.

import { z } from 'zod'
import { formats, limits } from '../../index.ts'
import { body, data, id, like, moment, name, pageOf, time, timezone, title } from './basics.ts'

export const locale = z.string().min(2).max(35).describe('A language tag.').meta({ example: 'ko' })

const purpose = z
  .strictObject({ channel: name.optional(), kind: name.optional(), entityType: name.optional() })
  .describe('Which messages it is for. What is left out is everything.')

const part = z.string().min(1).max(limits.templateBytesMax)
const texts = {
  subject: part.nullish().describe('One line.'),
  text: part.nullish(),
  html: part
    .nullish()
    .describe(
      'For email, without scripts, handlers and forms; for a chat’s channel, in its few tags. Needs a text beside it.',
    ),
}

export const templateIn = z.strictObject({ for: purpose.optional(), ...texts }).meta({
  id: 'TemplateInput',
  description:
    'Text with placeholders such as `{{title}}`, `{{when}}` or `{{data.room}}`. A field that is left out keeps its value; null makes it the built-in’s.',
  example: {
    for: { kind: '24h_before', entityType: 'meeting' },
    subject: 'Tomorrow: {{title}}',
    text: 'Hello {{recipient.name}},\n\n{{title}} is {{when}}, your time.',
  },
})

const purposeOut = z.object({
  channel: like('email').optional(),
  kind: like('24h_before').optional(),
  entityType: like('meeting').optional(),
})

const about = {
  name: like('tomorrow'),
  locale: like('ko').nullable().describe('Null: for every language that has none of its own.'),
  for: purposeOut,
  version: z.number().int(),
  updatedAt: time,
}

const said = {
  subject: like('Tomorrow: {{title}}').nullable(),
  text: like('{{title}} is {{when}}, your time.').nullable(),
  html: like('<p>{{title}} is {{when}}, your time.</p>').nullable(),
}

export const template = z.object({ ...about, ...said }).meta({ id: 'Template' })

const templateSummary = z
  .object({ ...about, parts: z.array(like('subject')).describe('Which texts it has.') })
  .meta({ id: 'TemplateSummary' })

export const templatePage = pageOf(templateSummary, 'Template')

const format = z.enum(formats as unknown as ['email', 'push', 'chat', 'plain'])

export const previewIn = z
  .strictObject({
    name: name.optional().describe('A template that is stored.'),
    locale: locale.nullish().describe('Which one of that name.'),
    template: z
      .strictObject(texts)
      .optional()
      .describe('One that is not stored. Without either: the one such a message has.'),
    for: purpose.optional().describe('What the message is about.'),
    sample: z
      .strictObject({
        title: title.nullish(),
        body: body.nullish(),
        data: data.optional(),
        at: moment.optional().describe('When it takes place; in 24 hours if left out.'),
        end: moment.optional(),
        timezone: timezone.optional(),
        locale: locale.optional(),
        recipient: z.strictObject({ id: id.optional(), name: z.string().max(200).nullish() }).optional(),
        entityId: id.optional(),
        items: z.array(title).max(100).optional().describe('Titles of several that were put together.'),
      })
      .optional(),
    format: format.optional().describe('All of them if left out.'),
  })
  .meta({
    id: 'TemplatePreviewInput',
    example: {
      template: { subject: '{{title}}, {{in}}', text: '{{title}} is {{when}}, your time.' },
      sample: { title: 'Budget review', at: '2031-12-02T10:00:00', timezone: 'Europe/Paris' },
    },
  })

const content = z.object({
  subject: like('Budget review, in 24 hours'),
  text: like('Budget review is 10:00 AM CET, your time.'),
  html: like('<p>Budget review is 10:00 AM CET, your time.</p>').nullable(),
})

export const preview = z
  .object({
    template: z
      .object({ name: like('tomorrow'), locale: like('ko').nullable() })
      .nullable()
      .describe('Null: the built-in words, or a template that is not stored.'),
    contents: z.object({
      email: content.optional(),
      push: content.optional(),
      chat: content.optional(),
      plain: content.optional(),
    }),
    problem: like('more than 262144 characters')
      .nullable()
      .describe('Why the template could not be used with this sample.'),
  })
  .meta({ id: 'TemplatePreview' })

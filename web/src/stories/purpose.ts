// For which messages a template is, in words.

import type { Template } from '../api.ts'
import type { Telling } from '../words/telling.ts'
import type { TemplateWords } from '../words/templates.ts'
import { tellWhich } from './tell.ts'

/** `messages about meetings (24 hours before, by email)` */
export function tellPurpose({ entityType, kind, channel }: Template['for'], w: TemplateWords, t: Telling): string {
  const more = [
    ...(kind ? [tellWhich({ entity: { type: entityType ?? '' }, kind }, t)] : []),
    ...(channel ? [t.by(channel)] : []),
  ]
  if (!entityType && more.length === 0) return w.everything
  const about = entityType === 'meeting' ? w.aboutMeetings : entityType ? t.off.about(entityType) : ''
  return w.someMessages(about, more.join(', '))
}

import type { Happened } from '../../live.ts'

/** What is told about a meeting names its entity; what names none may concern it, too. */
export function isOf(id: string): (event: Happened) => boolean {
  return ({ entity }) => entity === null || (entity.type === 'meeting' && entity.id === id)
}

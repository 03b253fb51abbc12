// Whose reminder it is: their name and their zone. Of one that is gone, the id is all there is.

import { api, type Recipient } from '../api.ts'
import { useQuery } from '../query.ts'

export interface Whose {
  readonly who: string
  readonly recipient: Recipient | undefined
}

export function useRecipient(id: string | undefined): Whose {
  const { value } = useQuery(`recipient ${id}`, () => api.recipients.get({ id: id! }), {
    enabled: id !== undefined,
    live: ['address', 'recipient'],
    concerns: (event) => event.recipient === id,
  })
  return { who: value?.name || id || '', recipient: value }
}

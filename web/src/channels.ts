// Which channels this server has, and what people call them.

import { api } from './api.ts'
import { useWords } from './language.ts'
import { type Query, useQuery } from './query.ts'
import { words } from './words/channels.ts'

export type ChannelList = Awaited<ReturnType<typeof api.channels.list>>

export function useChannels(): Query<ChannelList> {
  return useQuery('channels', () => api.channels.list(), { keptMs: 60_000 })
}

export function useChannelName(): (channel: string) => string {
  const known = useWords(words)
  return (channel) => known[channel] ?? channel
}

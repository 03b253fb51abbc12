// `belfry/channels`: the channels to put into `createBelfry({ channels: [...] })`, and what a channel of your own is made of.

export type {
  AddressFault,
  Channel,
  ChannelGround,
  ChannelMaker,
  Message,
  MessageMember,
  Outcome,
  Vault,
} from './channel.ts'
export type { Actions, Content, Format, Span } from './content.ts'
export { type MemoryChannel, memoryChannel } from './memory/memory.ts'

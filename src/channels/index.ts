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
export { type EmailOptions, email, type SendgridInput, type SmtpInput } from './email/email.ts'
export { type MemoryChannel, memoryChannel } from './memory/memory.ts'
export { type TelegramOptions, type TelegramRates, telegram } from './telegram/telegram.ts'
export { type WebPushOptions, webPush } from './web-push/web-push.ts'
export { type WebhookOptions, webhook } from './webhook/webhook.ts'

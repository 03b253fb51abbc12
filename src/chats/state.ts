// What is remembered between two messages, and which updates were handled.

import type { Context } from '../engine/context.ts'
import { readId, readInteger, readJson, readName, readObject } from '../input.ts'
import { limits } from '../limits.ts'
import type { StateName } from './chat.ts'
import { readUser } from './person.ts'

export async function readState<T>(context: Context, name: StateName): Promise<T | null> {
  const [row] = await context.db.run<{ value: T }>('chat-state', [context.tenant, ...readStateName(name)])
  return row?.value ?? null
}

export async function writeState(context: Context, name: StateName, value: unknown): Promise<void> {
  const key = [context.tenant, ...readStateName(name)]
  if (value === null) await context.db.run('forget-chat-state', key)
  else await context.db.run('write-chat-state', [...key, readJson(value, '/value', limits.chatStateBytesMax)])
}

function readStateName(input: StateName): string[] {
  const { user, chat, name } = readObject(input, ['user', 'chat', 'name'], '')
  return [readUser(user, '/user'), readId(chat, '/chat'), readName(name, '/name')]
}

export interface UpdateName {
  readonly bot: string
  readonly id: number
}

export async function wasHandled(context: Context, update: UpdateName): Promise<boolean> {
  return (await context.db.run('chat-update', [context.tenant, ...readUpdate(update)])).length > 0
}

export async function markHandled(context: Context, update: UpdateName): Promise<void> {
  await context.db.run('mark-chat-update', [context.tenant, ...readUpdate(update)])
}

function readUpdate(input: UpdateName): [string, number] {
  const { bot, id } = readObject(input, ['bot', 'id'], '')
  return [readId(bot, '/bot'), readInteger(id, '/id', 0, Number.MAX_SAFE_INTEGER)]
}

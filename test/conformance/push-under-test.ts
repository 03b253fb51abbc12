// web_push before a push service on this machine, whose browser reads what it got.

import type { ChannelUnderTest } from '../../src/testing/index.ts'
import type { Behaviour } from '../channels/push-provider.ts'
import { type Pushing, startPushing } from '../channels/pushing.ts'
import { createTestDatabase, type TestDatabase } from '../database.ts'

const provoked: Readonly<Record<string, Behaviour>> = {
  ...{ delivered: 201, busy: 429, refused: 400, gone: 410, unknown: 500, hang: 'hang' },
}

/** One installation for all of them, with a new device for each. */
export function pushUnderTest(atEnd: (close: () => Promise<void>) => void): () => Promise<ChannelUnderTest> {
  let opening: Promise<{ database: TestDatabase; pushing: Pushing }> | undefined
  let devices = 0
  atEnd(async () => {
    const opened = await opening
    await opened?.pushing.close()
    await opened?.database.drop()
  })
  return async () => {
    opening ??= open()
    const { pushing } = await opening
    const { service, belfry, channel } = pushing
    for (const { id } of await belfry.push.list('ana')) await belfry.push.unsubscribe({ recipient: 'ana', id })
    const device = `device-${++devices}`
    const [browser] = await pushing.person('ana', device)
    return {
      channel,
      address: 'devices:00000000',
      received: () =>
        service.taken.filter((pushed) => pushed.device === device).map((pushed) => String(browser!.read(pushed).id)),
      async provoke(kind) {
        if (kind === 'deferred') await service.stop()
        else if (provoked[kind]) service.script(device, provoked[kind])
        else return false
        return true
      },
      async close() {
        await service.start()
      },
    }
  }
}

async function open() {
  const database = await createTestDatabase()
  return { database, pushing: await startPushing(database.url) }
}

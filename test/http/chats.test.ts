// The link that connects a Telegram chat, over HTTP: with a key, and with the person's own token.

import { expect, it } from 'vitest'
import { useServer } from './serving.ts'

const { start } = useServer()
const path = '/v1/recipients/ana/chat-link'

async function startWithAna() {
  const serving = await start()
  for (const id of ['ana', 'bo']) await serving.ask('PUT', `/v1/recipients/${id}`, { body: {} })
  const { body } = await serving.ask('POST', '/v1/recipients/ana/tokens', { body: {} })
  return { ...serving, token: body.token as string }
}

it('a key and the person’s own token get a link that works once', async () => {
  const { ask, belfry, token } = await startWithAna()
  await belfry.chats.putBot({ bot: '4711', name: 'my_bot' })
  for (const [i, key] of [undefined, token].entries()) {
    const { status, body } = await ask('POST', path, { ...(key && { key }), body: {} })
    expect([status, body]).toEqual([
      201,
      {
        word: expect.stringMatching(/^[\w-]{43}$/),
        url: `https://t.me/my_bot?start=${body.word}`,
        recipient: 'ana',
        expiresAt: expect.anything(),
      },
    ])
    const sent = { word: body.word as string, user: `${i + 1}`, chat: `${i + 1}` }
    expect(await belfry.chats.redeem(sent)).toMatchObject({ kind: 'linked', recipient: 'ana' })
    expect(await belfry.chats.redeem(sent)).toEqual({ kind: 'used' })
  }
})

it('nobody gets one for somebody else, nor for what their key does not open', async () => {
  const { ask, token, belfry } = await startWithAna()
  const theirs = path.replace('ana', 'bo')
  expect((await ask('POST', theirs, { key: token, body: {} })).status).toBe(404)
  const { key } = await belfry.keys.create({ name: 'writes', tenant: 'default', scopes: ['write'] })
  const refused = await ask('POST', path, { key, body: {} })
  expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
  expect((await ask('POST', path, { key: null, body: {} })).status).toBe(401)
})

it('what is wrong is named, with its place', async () => {
  const { ask } = await startWithAna()
  const nobody = await ask('POST', path.replace('ana', 'nobody'), { body: {} })
  expect([nobody.status, nobody.body.code, nobody.body.pointer]).toEqual([404, 'unknown_recipient', '/id'])
  for (const expiresIn of ['PT0S', 'PT2H', 'soon']) {
    const { status, body } = await ask('POST', path, { body: { expiresIn } })
    expect([status, body.pointer], expiresIn).toEqual([400, '/expiresIn'])
  }
})

// Which channels there are, and one message to see whether a channel works.

import { describe, expect, it } from 'vitest'
import { memoryChannel } from '../../src/channels/memory/memory.ts'
import { useDatabase } from './running.ts'

const { start } = useDatabase()

describe('channels', () => {
  it('are listed, with those that only pretend', async () => {
    const { belfry } = await start()
    expect(belfry.channels.list()).toEqual(
      expect.arrayContaining([
        { name: 'in_app', mode: 'active', idempotent: true, needsAddress: false },
        { name: 'email', mode: 'demo', idempotent: false, needsAddress: true },
        { name: 'web_push', mode: 'demo', idempotent: true, needsAddress: true },
        { name: 'telegram', mode: 'demo', idempotent: false, needsAddress: true },
        { name: 'memory', mode: 'active', idempotent: false, needsAddress: false },
      ]),
    )
  })

  it('send one message to an address, past the ledger', async () => {
    const { belfry, memory } = await start()
    const result = await belfry.channels.test({ channel: 'memory', address: 'there' })
    expect(result).toMatchObject({ channel: 'memory', outcome: 'delivered', reply: null })
    expect(memory.sent).toMatchObject([{ address: 'there', kind: 'test', attempt: 1 }])
    expect((await belfry.deliveries.list()).items).toEqual([])
  })

  it('send one message to a recipient’s own address, in their zone and language', async () => {
    const email = memoryChannel({ name: 'email', needsAddress: true })
    const { belfry } = await start({ channels: [email] })
    await belfry.recipients.put({
      ...{ id: 'yuna', timezone: 'Asia/Seoul', locale: 'ko', addresses: { email: 'yuna@example.com' } },
    })
    await belfry.recipients.put({ id: 'bo' })
    await belfry.channels.test({ channel: 'email', recipient: 'yuna' })
    expect(email.sent).toMatchObject([{ address: 'yuna@example.com', timezone: 'Asia/Seoul', locale: 'ko' }])
    await expect(belfry.channels.test({ channel: 'email', recipient: 'bo' })).rejects.toMatchObject({
      ...{ code: 'invalid_input', field: '/recipient' },
    })
    await expect(belfry.channels.test({ channel: 'email', recipient: 'nobody' })).rejects.toMatchObject({
      code: 'unknown_recipient',
    })
  })

  it('a test has no links: there is nothing behind them', async () => {
    const mail = { ...memoryChannel({ name: 'email' }), format: 'email' as const }
    const { belfry } = await start({ channels: [mail], publicUrl: 'https://bells.example.com' })
    await belfry.templates.put({ name: 'own', text: 'Done? {{link.done}}' })
    await belfry.channels.test({ channel: 'email', address: 'ana@example.com' })
    expect(mail.sent[0]!.content).toMatchObject({ actions: null, text: 'Done? ' })
  })

  it('say what became of it: an outcome, a throw, silence', async () => {
    const { belfry, memory } = await start({ memoryTimeoutMs: 50 })
    const test = async () => await belfry.channels.test({ channel: 'memory', address: 'there' })
    memory.script(() => ({ kind: 'refused', reply: '550 no such user' }))
    expect(await test()).toMatchObject({ outcome: 'refused', reply: '550 no such user' })
    memory.script(() => {
      throw new Error('broken')
    })
    expect(await test()).toMatchObject({ outcome: 'unknown', reply: 'Error: broken' })
    memory.script(
      (_message, signal) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('given up')))
        }),
    )
    expect(await test()).toMatchObject({ outcome: 'unknown', reply: 'Error: given up' })
  })

  it('show in demo mode what would have been sent', async () => {
    const { belfry } = await start()
    const { outcome, reply } = await belfry.channels.test({ channel: 'email', address: 'ana@example.com' })
    expect(outcome).toBe('suppressed')
    expect(reply).toMatch(/^To: ana@example\.com\nSubject: \S/)
    // Said once, in the built-in words.
    expect(reply).not.toContain('This channel works.')
  })

  it.each([
    [{ channel: 'fax', address: 'x' }, 'unknown_channel', '/channel'],
    [{ channel: 'in_app', address: 'x' }, 'invalid_input', '/channel'],
    [{ channel: 'memory' }, 'missing_field', '/recipient'],
    [{ channel: 'memory', address: 'x', recipient: 'ana' }, 'missing_field', '/recipient'],
  ])('refuse %j', async (input, code, field) => {
    const { belfry } = await start()
    await expect(belfry.channels.test(input)).rejects.toMatchObject({ code, field })
  })
})

import { describe, expect, it } from 'vitest'
import { operatorKey, useServer } from './serving.ts'

const { start } = useServer()

describe('GET /v1/overview', () => {
  it('is for operators: how much other tenants send is nobody else’s to know', async () => {
    const { ask, key, otherKey } = await start()
    for (const one of [key, otherKey, null])
      expect((await ask('GET', '/v1/overview', { key: one })).status).toBe(one === null ? 401 : 403)
    const { status, body } = await ask('GET', '/v1/overview?step=PT15M', { key: operatorKey })
    expect(status).toBe(200)
    expect(body).toMatchObject({ due: { value: 0, precision: 'exact' }, holds: [], workers: [], oldestDueAt: null })
    expect(body.spans.length).toBeGreaterThanOrEqual(4)
  })

  it('names what is held, and says what is wrong with a question', async () => {
    const { ask } = await start()
    await ask('POST', '/v1/hold', { key: operatorKey, body: { reason: 'a fire drill' } })
    const { body } = await ask('GET', '/v1/overview', { key: operatorKey })
    expect(body.holds).toMatchObject([{ tenant: null, channel: null, reason: 'a fire drill', by: 'operator' }])
    const wrong = await ask('GET', '/v1/overview?step=PT1S', { key: operatorKey })
    expect(wrong.status).toBe(400)
    expect(wrong.body).toMatchObject({ code: 'invalid_duration', pointer: '/step' })
  })
})

describe('POST /v1/language/parse', () => {
  const now = '2031-11-18T10:00:00'

  it('answers as the command line does, with what goes into a reminder', async () => {
    const { ask } = await start()
    const parse = async (text: string, more: object = {}) =>
      (await ask('POST', '/v1/language/parse', { body: { text, timezone: 'Europe/Paris', now, ...more } })).body
    expect(await parse('tomorrow at 9am call mom')).toMatchObject({
      ...{ kind: 'moment', at: '2031-11-19T09:00:00', text: 'call mom', ambiguous: false },
      ...{ when: { at: '2031-11-19T09:00', timezone: 'Europe/Paris' }, choices: [] },
    })
    expect(await parse('매주 월수금 오후 6시 운동', { timezone: 'Asia/Seoul' })).toMatchObject({
      ...{ kind: 'rule', text: '운동', zone: 'Asia/Seoul' },
      when: { timezone: 'Asia/Seoul', rule: { every: 'week', on: ['monday', 'wednesday', 'friday'] } },
    })
    expect(await parse('call mom')).toMatchObject({ kind: 'question', ask: true, why: 'when', when: null })
    const { choices } = await parse('call mom tomorrow at 5 or 6')
    for (const choice of choices)
      expect(choice).toMatchObject({ words: expect.any(String), when: { at: expect.any(String) } })
    expect(await parse('on 30 February')).toMatchObject({ kind: 'refusal', when: null })
  })

  it('gives what can be previewed and scheduled as it is', async () => {
    const { ask, belfry } = await start()
    await belfry.recipients.put({ id: 'ana', timezone: 'Asia/Seoul' })
    const { body: parsed } = await ask('POST', '/v1/language/parse', {
      body: { text: 'every month on the 31st at 9am', timezone: 'Europe/Paris', now },
    })
    const preview = await ask('POST', '/v1/preview', { body: { ...parsed.when, count: 3 } })
    expect(preview.status).toBe(200)
    const made = await ask('POST', '/v1/reminders', {
      body: { ...parsed.when, entity: { type: 'note', id: '1' }, recipient: 'ana', title: 'Rent' },
    })
    expect(made.status).toBe(201)
    expect(made.body.dueAt).toEqual(preview.body.items[0].at)
  })

  it('names the field that is wrong as the request has it', async () => {
    const { ask } = await start()
    const { status, body } = await ask('POST', '/v1/language/parse', { body: { text: 'at 9', timezone: 'Mars/Base' } })
    expect(status).toBe(400)
    expect(body).toMatchObject({ code: 'unknown_timezone', pointer: '/timezone' })
  })
})

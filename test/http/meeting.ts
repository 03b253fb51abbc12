// What tests of meetings over HTTP stand on: three people, a driven clock at nine in the morning in Paris, and no worker.

import type { Asked, Asking, Serving, useServer } from './serving.ts'

/** Nine in the morning in Paris. */
export const begins = '2031-12-01T08:00:00.000Z'
export const zone = 'Europe/Paris'
export const tuesday = { start: '2031-12-02T10:00:00', end: '2031-12-02T11:00:00' }
export const wednesday = { start: '2031-12-03T15:00:00', end: '2031-12-03T16:00:00' }

export interface Meetings extends Serving {
  /** Throws unless it is answered with 2xx. */
  good(method: string, path: string, asking?: Asking): Promise<Asked['body']>
  tokenOf(recipient: string): Promise<string>
  /** A pending meeting of Ana's, with Bo. */
  request(more?: object): Promise<Asked['body']>
  /** Under a key of its own. */
  act(id: string, verb: string, body: object, asking?: Asking): Promise<Asked>
}

export async function startMeetings(server: ReturnType<typeof useServer>): Promise<Meetings> {
  const serving = await server.start({ app: { clock: 'driven' } })
  await serving.belfry.clock.set(new Date(begins))
  const people: [string, string][] = [
    ['ana', zone],
    ['bo', 'Asia/Seoul'],
    ['cy', 'America/New_York'],
  ]
  const good: Meetings['good'] = async (method, path, asking) => {
    const { status, body } = await serving.ask(method, path, asking)
    if (status >= 300) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  for (const [id, timezone] of people) await good('PUT', `/v1/recipients/${id}`, { body: { timezone } })
  return {
    ...serving,
    good,
    tokenOf: async (recipient) => (await good('POST', `/v1/recipients/${recipient}/tokens`, { body: {} })).token,
    request: (more = {}) =>
      good('POST', '/v1/meetings', {
        body: {
          ...{ requester: 'ana', participants: ['bo'], title: 'Budget review', timezone: zone, slots: [tuesday] },
          ...more,
        },
      }),
    act: (id, verb, body, asking = {}) =>
      serving.ask('POST', `/v1/meetings/${id}/${verb}`, {
        ...asking,
        headers: { 'idempotency-key': crypto.randomUUID(), ...asking.headers },
        body,
      }),
  }
}

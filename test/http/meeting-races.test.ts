// Two servers on one database, and two who accept at once, many times: one 200 and one 409 with what conflicts, and never a
// 500. And a request that is said again under its key is answered as it was, whatever has become of the meeting.

import { expect, it } from 'vitest'

import { rounds, slotOf } from '../integration/meeting-rounds.ts'
import { type Asked, type Serving, useServer } from './serving.ts'

const server = useServer()
let keys = 0

function post({ ask }: Serving, path: string, body: object, key = `key ${++keys}`): Promise<Asked> {
  return ask('POST', path, { body, headers: { 'idempotency-key': key } })
}

async function people({ belfry }: Serving): Promise<void> {
  await belfry.clock.set(new Date('2030-01-01T00:00:00Z'))
  for (const id of ['ana', 'bo', 'cy']) await belfry.recipients.put({ id })
}

async function propose(serving: Serving, requester: string, round: number, minutes = 0): Promise<string> {
  const slots = [slotOf(round, minutes)]
  const body = { requester, participants: ['bo'], title: 'Budget review', timezone: 'UTC', slots }
  const { status, body: answer } = await post(serving, '/v1/meetings', body)
  expect(status).toBe(201)
  return answer.meeting.id
}

it('accept and accept of overlapping meetings: one 200, one 409', async () => {
  const [one, other] = [await server.start(), await server.start()]
  await people(one)
  await rounds(async (round) => {
    const ids = [await propose(one, 'ana', round), await propose(other, 'cy', round, 30)] as const
    const answers = await Promise.all([
      post(one, `/v1/meetings/${ids[0]}/accept`, { participant: 'bo' }),
      post(other, `/v1/meetings/${ids[1]}/accept`, { participant: 'bo' }),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = answers.findIndex(({ status }) => status === 200) as 0 | 1
    expect(answers[winner]!.body.meeting).toMatchObject({ id: ids[winner], status: 'accepted' })
    expect(answers[1 - winner]!.body).toMatchObject({
      code: 'slot_conflict',
      conflicts: [{ kind: 'meeting', participant: 'bo', meetingId: ids[winner] }],
    })
  })
})

it('a replay is answered whatever the state is now', async () => {
  const serving = await server.start()
  await people(serving)
  const id = await propose(serving, 'ana', 0)
  const accept = (key: string) => post(serving, `/v1/meetings/${id}/accept`, { participant: 'bo' }, key)
  const first = await accept('once')
  expect(first.status).toBe(200)
  expect((await post(serving, `/v1/meetings/${id}/cancel`, { participant: 'ana' })).status).toBe(200)
  const again = await accept('once')
  expect([again.status, again.body, again.headers['idempotent-replayed']]).toEqual([200, first.body, 'true'])
  expect(await accept('twice')).toMatchObject({
    status: 409,
    body: { code: 'invalid_transition', currentStatus: 'cancelled' },
  })
  const refused = await accept('twice')
  expect([refused.status, refused.headers['idempotent-replayed']]).toEqual([409, 'true'])
})

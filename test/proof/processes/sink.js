// The witness: a process of its own that knows nothing of Belfry. Workers post one line of JSON for each send; it stamps
// the arrival, keeps it, and answers as the message's own script says. Whether something was sent twice, early, or after
// a cancel is judged by what arrived here and by nothing else.
//
// The stamps are microseconds of the monotonic clock, which all processes of one machine share.

import { createServer } from 'node:net'
import { createInterface } from 'node:readline'

const nowUs = () => Number(process.hrtime.bigint() / 1000n)
/** @type {object[]} */
const arrivals = []
/** @type {Map<string, number>} */
const countById = new Map()

/** Replies that Belfry would not even accept inside a script, by the names that scripts use. */
const badReplies = {
  '@nul': 'a \u0000 in the reply',
  '@surrogate': 'half a pair: \ud800',
  '@long': 'é\u0000'.repeat(500_000),
}

const server = createServer((socket) => {
  socket.setNoDelay(true)
  // A worker that is killed takes its connection with it; what it had posted before still counts.
  socket.on('error', () => {})
  createInterface({ input: socket })
    .on('error', () => {})
    .on('line', (line) => receive(socket, line))
})

function receive(socket, line) {
  // Half a line is what a killed worker did not get to say: a provider would not have it either.
  if (!line.endsWith('}')) return
  const { number, script, ...send } = JSON.parse(line)
  const nth = countById.get(send.id) ?? 0
  countById.set(send.id, nth + 1)
  const answers = script.answers ?? [{ kind: 'delivered' }]
  const { kind, reply, afterMs = script.afterMs ?? 0 } = answers[Math.min(nth, answers.length - 1)]
  const arrivedUs = nowUs()
  arrivals.push({ ...send, kind, arrivedUs, arrivedMs: Date.now(), answersAtUs: arrivedUs + afterMs * 1_000 })
  if (kind === 'silent') return
  const answer = () =>
    socket.writable && socket.write(`${JSON.stringify({ number, kind, reply: badReplies[reply] ?? reply })}\n`)
  if (afterMs > 0) setTimeout(answer, afterMs)
  else answer()
}

process.on('message', ({ ask, from }) => {
  if (ask === 'arrivals') process.send({ arrivals: arrivals.slice(from, from + 5_000), total: arrivals.length })
})
process.on('disconnect', () => process.exit(0))
server.listen(0, '127.0.0.1', () => process.send({ ready: true, port: server.address().port }))

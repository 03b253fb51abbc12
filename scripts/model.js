// Sequences of commands against the models of the promises and of meetings (test/model), more of them and with another seed than the
// suite plays.
//
//   node scripts/model.js                                2,000 sequences with a new seed
//   node scripts/model.js --runs 500 --seed 42           so many, with that seed
//   node scripts/model.js --only meetings --runs 1000    those of one model: model or meetings
//   node scripts/model.js --only model --seed 42 --path 17:3:0   the one that failed, as its report names it
import { parseArgs } from 'node:util'
import { startVitest } from 'vitest/node'

const { values } = parseArgs({
  options: { runs: { type: 'string' }, seed: { type: 'string' }, path: { type: 'string' }, only: { type: 'string' } },
})
const seed = Number(values.seed ?? Date.now() % 2 ** 31)
const model = { runs: Number(values.runs ?? 2_000), seed, ...(values.path && { path: values.path }) }
console.log(`${model.runs} sequences, seed ${seed}`)
const files = (values.only ? [values.only] : ['model', 'meetings']).map((name) => `test/model/${name}.test.ts`)
const vitest = await startVitest('test', files, { watch: false, provide: { model } })
process.exitCode = vitest.state.getCountOfFailedTests() > 0 ? 1 : 0
await vitest.close()

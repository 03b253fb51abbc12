// Windows are half open, due exactly now is overdue, and what passed through while nobody ran is not forgotten.

import { describe, expect, it } from 'vitest'
import { useDatabase } from './running.ts'
import { addTask, at, hourly, makeTasks, now } from './sweeping.ts'

const { start, client } = useDatabase()

describe('due in the next 24 hours', () => {
  it('is (now, now + 24 h]: the boundaries', async () => {
    const { belfry, memory, settled } = await start({ now })
    const sql = await client()
    await makeTasks(sql)
    await belfry.sweeps.put(hourly())
    await addTask(sql, 1, at('-PT0.001S'))
    await addTask(sql, 2, at('+PT0S'))
    await addTask(sql, 3, at('+PT0.001S'))
    await addTask(sql, 4, at('+PT24H'))
    await addTask(sql, 5, at('+PT24H0.001S'))
    const run = await belfry.sweeps.run('tasks')
    await settled()
    expect(run).toMatchObject({ state: 'done', examined: 2, reminded: 2, errors: 0, problems: [] })
    expect(memory.sent.map(({ entity, kind }) => `${entity.id} ${kind}`).sort()).toEqual(['3 due_soon', '4 due_soon'])
  })
})

// A booking and its reminder in one transaction: both, or neither.

import { createBelfry, memoryChannel } from 'belfry'
import pg from 'pg'

const memory = memoryChannel()
const belfry = await createBelfry({ database: process.env.DATABASE_URL, channels: [memory] })
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL })
belfry.startWorker()

await pool.query('create table bookings (id serial primary key, title text not null)')
await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris', channels: ['memory'] })

async function book(title: string, pay: () => void): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query('insert into bookings (title) values ($1) returning id', [title])
    await belfry.with(client).entities.put({
      type: 'booking',
      id: String(rows[0].id),
      title,
      at: new Date(Date.now() + 3_610_000),
      recipients: ['ana'],
      plan: ['-PT1H'],
    })
    pay()
    await client.query('commit')
    console.log(`Booked: ${title}`)
  } catch (error) {
    await client.query('rollback')
    console.log(`Not booked: ${title} (${error instanceof Error ? error.message : error})`)
  } finally {
    client.release()
  }
}

await book('Sauna', () => {
  throw new Error('card refused')
})
await book('Concert', () => {})

const [message] = await memory.received(1)
console.log(`To ${message?.recipient}: ${message?.title} is in an hour`)
console.log(`Bookings: ${(await pool.query('select title from bookings')).rows.map(({ title }) => title)}`)
await pool.query('drop table bookings')
await pool.end()
await belfry.close()

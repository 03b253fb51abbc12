// A task table of your own, swept every hour: what is due in the next 24 hours is reminded of once, and what was missed while nobody
// was there is told as overdue. The table knows nothing of Belfry.

import { createTestBelfry } from 'belfry/testing'
import pg from 'pg'

const database = process.env.DATABASE_URL
if (!database) throw new Error('DATABASE_URL is needed: the table is yours')
const sql = new pg.Client({ connectionString: database })
await sql.connect()
await sql.query(`
  create table public.tasks (id integer primary key, title text not null, due_date timestamp not null, owner text not null,
    owner_zone text, status text not null, reminder_sent_at timestamptz);
  create index on public.tasks (due_date);
  insert into public.tasks values
    (1, 'Pay the rent', '2031-03-02 08:00', 'ana', 'Europe/Paris', 'open'),
    (2, 'Call the bank', '2031-03-02 12:00', 'bo', null, 'open'),
    (3, 'Sell the car', '2031-03-09 12:00', 'bo', null, 'open'),
    (4, 'Mow the lawn', '2031-03-02 08:00', 'ana', null, 'done');
`)

const { belfry, memory, advance, jump, close } = await createTestBelfry({ database, now: '2031-03-01T08:30:00Z' })
await belfry.sweeps.put({
  name: 'tasks',
  every: 'PT1H',
  source: {
    table: 'public.tasks',
    due: 'due_date',
    recipient: 'owner',
    status: { column: 'status', in: ['open'] },
    reminderSentAt: 'reminder_sent_at',
    columns: { title: 'title' },
    recipients: { timezone: 'owner_zone' },
  },
  coolDown: 'PT24H',
})

const show = () => {
  for (const { dueAt, recipient, kind, title } of memory.sent)
    console.log(`${dueAt.toISOString().slice(11, 16)} ${recipient}: ${kind}, ${title}`)
  memory.clear()
}

console.log('Until nine:')
await advance('PT30M')
show()
console.log('The car is to be sold tomorrow already, and the bank has to wait:')
await sql.query(`update public.tasks set due_date = '2031-03-02 09:30' where id = 3`)
await sql.query(`update public.tasks set due_date = '2031-03-05 12:00' where id = 2`)
await advance('PT1H')
show()
console.log('Nobody is there for four days:')
await jump('2031-03-05T12:30:00Z')
await advance('PT1H')
show()
const { rows } = await sql.query(
  'select count(*)::integer as reminded from public.tasks where reminder_sent_at is not null',
)
console.log(`Tasks that were reminded of: ${rows[0].reminded}`)
await sql.end()
await close()

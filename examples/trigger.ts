// A trigger on a table of your own tells Belfry what happens; nothing else has to be called.

import { createTestBelfry } from 'belfry/testing'
import pg from 'pg'

const database = process.env.DATABASE_URL
if (!database) throw new Error('DATABASE_URL is needed: the table is yours')
const { belfry, memory, settled, advance, close } = await createTestBelfry({ database, now: '2031-12-01T08:00:00Z' })
await belfry.recipients.put({ id: 'ana', timezone: 'Europe/Paris' })

const sql = new pg.Client({ connectionString: database })
await sql.connect()
await sql.query(`
  create table public.flights (id text primary key, departs timestamptz, passenger text);
  create function public.remind() returns trigger language plpgsql as $$
  begin
    perform belfry.put_entity('default', 'flight', new.id, at => new.departs, recipients => array[new.passenger],
      plan => array['-PT24H', '-PT2H'], title => 'Flight ' || new.id);
    return new;
  end $$;
  create trigger remind after insert or update on public.flights for each row execute function public.remind();
`)
await sql.query(`insert into public.flights values ('BF1', '2031-12-03T09:00:00Z', 'ana')`)
await settled()
await sql.query(`update public.flights set departs = '2031-12-03T12:00:00Z'`)
await advance('P3D')
for (const { title, kind, dueAt } of memory.sent) console.log(`${title}, ${kind}: ${dueAt.toISOString()}`)
await sql.end()
await close()

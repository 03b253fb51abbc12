// People and what they have; those who are `settled` are in Seoul, and have said so.

import type { Reminder } from '../../src/index.ts'
import type { Group, Person } from './fake-telegram.ts'
import type { Talking } from './talking.ts'

type Owner = Pick<Person, 'id'> | Pick<Group, 'id'>

export function peopleIn(talking: Talking) {
  const remindersOf = async ({ id }: Owner): Promise<readonly Reminder[]> =>
    (await talking.belfry.reminders.list({ recipient: `telegram:${id}`, limit: 200 })).items
  return {
    remindersOf,
    titlesOf: async (owner: Owner) => (await remindersOf(owner)).map(({ title }) => title),
    /** Has them known to the bot, with so many reminders a minute apart, an hour from now. */
    async having(person: Person, count: number, more: object = {}): Promise<string[]> {
      await person.says('/help')
      const now = await talking.now()
      const results = await talking.belfry.reminders.scheduleMany(
        Array.from({ length: count }, (_, i) => ({
          ...{ entity: { type: 'note', id: `${person.id}:${i}` }, recipient: `telegram:${person.id}` },
          ...{ at: new Date(now.getTime() + 3_600_000 + i * 60_000), title: `thing ${i + 1}`, ...more },
        })),
      )
      return results.map(({ id }) => id)
    },
    /** One, made by a program and not by the bot. */
    async note(person: Person, title: string, more: object): Promise<string> {
      const recipient = `telegram:${person.id}`
      const entity = { type: 'note', id: `${person.id}:${title}` }
      return (await talking.belfry.reminders.schedule({ entity, recipient, title, ...more } as never)).id
    },
    async settled(language = 'en', name = 'Mina'): Promise<Person> {
      const person = talking.person(name, language)
      await person.says('/help')
      await talking.belfry.chats.putPerson({ user: String(person.id), settings: { hasZone: true } })
      await talking.belfry.recipients.put({ id: `telegram:${person.id}`, timezone: 'Asia/Seoul' })
      return person
    },
  }
}

// People in Seoul who have said so, and what they have.

import type { Reminder } from '../../src/index.ts'
import type { Group, Person } from './fake-telegram.ts'
import type { Talking } from './talking.ts'

type Owner = Pick<Person, 'id'> | Pick<Group, 'id'>

export function peopleIn(talking: Talking) {
  const remindersOf = async ({ id }: Owner): Promise<readonly Reminder[]> =>
    (await talking.belfry.reminders.list({ recipient: `telegram:${id}` })).items
  return {
    remindersOf,
    titlesOf: async (owner: Owner) => (await remindersOf(owner)).map(({ title }) => title),
    async settled(language = 'en', name = 'Mina'): Promise<Person> {
      const person = talking.person(name, language)
      await person.says('/help')
      await talking.belfry.chats.putPerson({ user: String(person.id), settings: { hasZone: true } })
      await talking.belfry.recipients.put({ id: `telegram:${person.id}`, timezone: 'Asia/Seoul' })
      return person
    },
  }
}

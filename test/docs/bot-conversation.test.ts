// The conversations in docs/bot.md, and the picture of them, are what the bot really says. After a change on purpose: run this with -u.

import { expect, it } from 'vitest'
import { useTalking } from '../bot/talking.ts'
import { bubbles } from './conversation/bubbles.ts'
import { type Recording, record } from './conversation/recording.ts'
import { transcript } from './conversation/transcript.ts'
import { readPage } from './fences.ts'

// Tuesday, 19 November 2030, 08:00 in New York and 22:00 in Seoul.
const talking = useTalking({ now: '2030-11-19T13:00:00Z' })

it('the page shows two conversations as they happened, word for word', async () => {
  const english = record(talking.person('Ana'))
  await inEnglish(english)
  const korean = record(talking.person('민지', 'ko'))
  await inKorean(korean)

  const page = withBlock(withBlock(readPage('docs/bot.md'), 'english', english), 'korean', korean)
  await expect(page).toMatchFileSnapshot('../../docs/bot.md')
  const columns = [
    { title: 'Ana', said: english.said },
    { title: '민지', said: korean.said },
  ]
  await expect(bubbles(columns)).toMatchFileSnapshot('../../docs/bot-conversation.svg')
})

function withBlock(page: string, name: string, { said }: Recording): string {
  const [before, rest] = page.split(`<!-- ${name} -->\n`)
  const [, ...after] = rest!.split('<!-- end -->')
  return `${before}<!-- ${name} -->\n\n\`\`\`text\n${transcript(said)}\n\`\`\`\n\n<!-- end -->${after.join('<!-- end -->')}`
}

async function inEnglish({ says, taps, later }: Recording): Promise<void> {
  await says('/start')
  await taps('New York')
  await says('call mom at 9')
}

async function inKorean({ says, taps, later }: Recording): Promise<void> {
  await says('/start')
}

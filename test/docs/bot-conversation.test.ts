// The conversations in docs/bot.md, and the picture of them, are what the bot really says. After a change on purpose: run this with -u.

import { expect, it } from 'vitest'
import { useTalking } from '../bot/talking.ts'
import { bubbles } from './conversation/bubbles.ts'
import { type Recording, record } from './conversation/recording.ts'
import { transcript } from './conversation/transcript.ts'
import { readPage } from './fences.ts'

// Tuesday, 19 November 2030, 08:00 in New York and 22:00 in Seoul; like every clock, it does not stand on a whole minute.
const talking = useTalking({ now: '2030-11-19T13:00:37.412Z' })

it('the page shows two conversations as they happened, word for word', async () => {
  const english = record(talking.person('Ana'))
  await inEnglish(english)
  const korean = record(talking.person('민지', 'ko'))
  await inKorean(korean)

  const page = withBlock(withBlock(readPage('docs/bot.md'), 'english', english), 'korean', korean)
  await expect(page).toMatchFileSnapshot('../../docs/bot.md')
  await expect(bubbles('Ana', english.said)).toMatchFileSnapshot('../../docs/bot-conversation-english.svg')
  await expect(bubbles('민지', korean.said)).toMatchFileSnapshot('../../docs/bot-conversation-korean.svg')
})

function withBlock(page: string, name: string, { said }: Recording): string {
  const [before, rest] = page.split(`<!-- ${name} -->\n`)
  const [, ...after] = rest!.split('<!-- end -->')
  return `${before}<!-- ${name} -->\n\n\`\`\`text\n${transcript(said)}\n\`\`\`\n\n<!-- end -->${after.join('<!-- end -->')}`
}

async function inEnglish({ says, taps, later, edits }: Recording): Promise<void> {
  await says('/start')
  await taps('New York')
  await says('call mom at 9')
  await says('dinner with Lee at 8:30')
  await taps('Tue 19 Nov, 20:30')
  await says('water the plants every Sunday at 10')
  await says('dentist on Friday')
  await edits('dentist on Friday at 14:30')
  await says('buy milk')
  await says('in 2 hours')
  await says('/reminders')
  await says('/delete 5')
  await says('/undo')
  await later('at nine', () => talking.advance('PT1H'))
  await taps('10 min')
  await later('ten minutes later', () => talking.advance('PT10M'))
  await taps('✓ Done')
  await says('/settings')
  await taps('🌙 22:00-07:00')
}

async function inKorean({ says, taps, later }: Recording): Promise<void> {
  await says('/start')
  await says('내일 9시에 엄마한테 전화')
  await says('모레 저녁 7시에 약속')
  await says('매주 일요일 10시에 화분 물주기')
  await says('우유 사기')
  await says('30분 뒤')
  await says('/reminders')
  await says('/delete 4')
  await says('/undo')
  await later('30분 뒤', () => talking.advance('PT30M'))
  await taps('✓ 완료')
  await later('다음 날 아침 9시', () => talking.advance('PT9H20M'))
  await taps('1시간')
  await says('/settings')
  await taps('🌙 직접 입력…')
  await says('밤 11시부터 아침 7시까지')
}

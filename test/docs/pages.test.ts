// The examples in the pages are run. A block that nothing can run is listed here, with the reason.

import { afterEach, describe, it } from 'vitest'
import * as library from '../../src/index.ts'
import { type Fence, fencesOf, pagesUnder } from './fences.ts'
import { Page } from './page.ts'
import { Stage } from './stage.ts'

/** Blocks about the feed run where there is one. */
const feedIsHere = 'eventTypes' in library

/** Beginnings of blocks that nothing here can run, and why. */
const notRun: Readonly<Record<string, string>> = {
  'npm ci && npm start':
    'installs and starts what the tests themselves run; test/integration/cli-embedded.test.ts does the rest',
  'npm run proof': 'takes minutes; test/chaos runs its short form',
  'for name in BELFRY_OPERATOR_KEY': 'Docker is not here; test/packaging.test.ts checks the files',
  'docker ': 'Docker is not here; test/packaging.test.ts checks the files',
  'git pull && docker': 'Docker is not here',
  'sudo ': 'needs a machine of its own',
  'node --import ./instrumentation.mjs':
    'needs packages that Belfry does not depend on; test/observe runs spans with a recorder',
}

/** Of these pages; the other guides show calls of the library, and examples/ has them as programs. */
const pages = ['README.md', 'docs/guides/http.md', 'docs/guides/client.md', ...pagesUnder('docs/operating')]

function isRun({ text }: Fence): boolean {
  return !Object.keys(notRun).some((beginning) => text.startsWith(beginning))
}

function isAboutFeed(fence: Fence | undefined): boolean {
  return fence !== undefined && /\/v1\/events|^event: /m.test(fence.text)
}

let close: () => Promise<void> = async () => {}
afterEach(() => close())

async function openStage(): Promise<Stage> {
  const stage = await Stage.open()
  close = () => stage.close()
  return stage
}

describe('what a reader types', () => {
  it.each(pages)('%s does what it shows', async (path) => {
    const stage = await openStage()
    const page = new Page(stage)
    const answers = ['json', 'http', 'text']
    let before: Fence | undefined
    for (const fence of fencesOf(path)) {
      const isAnswer = answers.includes(fence.language) && before !== undefined
      const isCommand = fence.language === 'sh' && isRun(fence)
      const isLeftOut = !feedIsHere && (isAboutFeed(fence) || (isAnswer && isAboutFeed(before)))
      before = isCommand || (isAnswer && before) ? fence : undefined
      if (!(isCommand || isAnswer) || isLeftOut) continue
      await page.run(fence).catch((error: Error) => {
        throw new Error(`${fence.place}: ${error.message}`)
      })
    }
    if (path === 'README.md') {
      await stage.rings('PT1M', /me {2}Stand up\n/)
      await stage.rings('PT1M', /ana {2}Call mom\n/)
    }
  })
})

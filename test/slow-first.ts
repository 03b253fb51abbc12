import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Files of which each takes 15 seconds or more, mostly of waiting for real time. Vitest puts them first by itself once it has seen how
 * long they took; in a fresh checkout it goes by size, and those of the proof have five lines: they would come last, and one worker
 * would be busy for half a minute while the others have nothing left to do.
 */
const slow = [
  /\/test\/chaos\//,
  /\/test\/channels\/telegram-pace\./,
  /\/test\/integration\/worker-trouble\./,
  /\/test\/http\/contract\./,
  /\/test\/model\/(meetings|model)\./,
  /\/test\/browser\/every-page\./,
  /\/test\/integration\/(adapters|cli-embedded|examples|restore|timeline)\./,
  /\/test\/docs\/pages\./,
  /\/src\/storage\/embedded\/embedded\./,
]

export class SlowFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isSlow = ({ moduleId }: TestSpecification) => slow.some((pattern) => pattern.test(moduleId))
    const slowFirst = [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))]
    // A worker keeps what it has loaded as long as the next file is of the same project.
    const isAlone = ({ project }: TestSpecification) => project.name === 'alone'
    return [...slowFirst.filter(isAlone), ...slowFirst.filter((file) => !isAlone(file))]
  }
}

import { describe, expect, it } from 'vitest'
import { debugSelects, type Logger, namespaced } from './log.ts'

describe('DEBUG', () => {
  it.each([
    ['alarm', 'alarm', true],
    ['belfry:*', 'worker', true],
    ['belfry:worker,alarm', 'worker', true],
    ['belfry:worker alarm', 'alarm', true],
    ['*', 'anything', true],
    ['alarm', 'worker', false],
    ['belfry:work*', 'worker', true],
    ['', 'worker', false],
    [undefined, 'worker', false],
  ])('%s selects %s: %s', (patterns, namespace, expected) => {
    expect(debugSelects(patterns, namespace)).toBe(expected)
  })

  it('raises the selected debug lines, and every line names its part', () => {
    const lines: [string, object, string][] = []
    const at = (level: string) => (fields: object, message: string) => void lines.push([level, fields, message])
    const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
    namespaced(logger, 'worker', 'belfry:worker').debug({ count: 1 }, 'fired')
    namespaced(logger, 'worker').debug({ count: 2 }, 'fired')
    namespaced(logger, 'storage').error({}, 'lost')
    expect(lines).toEqual([
      ['info', { ns: 'worker', debug: true, count: 1 }, 'fired'],
      ['debug', { ns: 'worker', count: 2 }, 'fired'],
      ['error', { ns: 'storage' }, 'lost'],
    ])
  })
})

// How the code should read, where a program can check it. Each rule lists what breaks it, so that a failure is a to-do.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { reasons } from '../src/engine/delivery.ts'
import { errorCodes } from '../src/errors.ts'
import { below, plain } from './folders.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const isText = /\.(tsx?|css|js|mjs|cjs|json|sql|md|sh|yml|yaml|svg|txt)$|^\.ci\/|^LICENSE$|^\.gitignore$/

/** What git tracks, or would. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  .toString()
  .split('\0')
  .filter((file) => file !== '' && existsSync(join(root, file)))
const texts = new Map(
  files.filter((file) => isText.test(file)).map((file) => [file, readFileSync(join(root, file), 'utf8')]),
)
const textOf = (file: string) => texts.get(file) ?? ''
const linesOf = (file: string) => textOf(file).replace(/\n$/, '').split('\n')
const named = (pattern: RegExp) => files.filter((file) => pattern.test(file))

const code = named(/\.(tsx?|js|mjs)$/)
const source = named(/^src\/.*\.ts$/)
const product = source.filter((file) => !file.endsWith('.test.ts'))
const productText = product.map(textOf).join('\n')

/** Lines of these files that match, as `file:line text`. */
function matching(list: readonly string[], pattern: RegExp): string[] {
  return list.flatMap((file) =>
    linesOf(file).flatMap((line, i) => (pattern.test(line) ? [`${file}:${i + 1} ${line.trim().slice(0, 100)}`] : [])),
  )
}

describe('size', () => {
  it('files have 400 lines at the most', () => {
    const long = code.map((file) => [file, linesOf(file).length] as const).filter(([, lines]) => lines > 400)
    expect(long).toEqual([])
  })

  it('functions have 70 lines at the most', () => {
    expect(code.flatMap((file) => functions(file).filter(({ lines }) => lines > 70))).toEqual([])
  })

  it('sees the functions that it measures', () => {
    const found = functions('src/input.ts').map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(['readObject', 'readText', 'readJson']))
    expect(functions('src/engine/worker.ts').map(({ name }) => name)).toContain('stop')
  })
})

/**
 * By indentation, which the formatter guarantees: a function begins at a line that ends in `{` and ends at the first
 * line that is indented as far and begins with `}`. Bodies of `describe` are chapters, not functions.
 */
function functions(file: string): { name: string; place: string; lines: number }[] {
  const lines = linesOf(file)
  return lines.flatMap((line, i) => {
    if (!line.endsWith('{') || insideTemplate(lines, i)) return []
    const head = functionHead(lines, i)
    if (!head) return []
    const indent = / */.exec(line)![0].length
    const end = lines.findIndex((other, j) => j > i && other.startsWith(`${' '.repeat(indent)}}`))
    return [{ name: head, place: `${file}:${i + 1}`, lines: end - i + 1 }]
  })
}

/** Does the line end inside a text of several lines? Then its braces are not the program's. */
function insideTemplate(lines: readonly string[], at: number): boolean {
  const ticks =
    lines
      .slice(0, at + 1)
      .join('\n')
      .match(/(?<!\\)`/g) ?? []
  return ticks.length % 2 === 1
}

const keywords = /^(?:if|for|while|switch|catch|else|try|do|return|function|describe\S*)$/

function functionHead(lines: readonly string[], at: number): string | undefined {
  const line = lines[at]!.trim()
  // Parameters on lines of their own: the name is where the bracket was opened.
  if (/^\)(?:: .*)? (?:=> )?\{$/.test(line)) {
    const indent = / */.exec(lines[at]!)![0]
    for (let i = at - 1; i >= 0; i--)
      if (new RegExp(`^${indent}\\S.*\\($`).test(lines[i]!)) return nameOf(lines[i]!.trim())
  }
  return /\)(?:: [^=]*)? (?:=> )?\{$/.test(line) ? nameOf(line) : undefined
}

function nameOf(head: string): string | undefined {
  if (/^describe\b/.test(head)) return undefined
  const [, name] =
    /(?:function\*? |const |async |static |get |set )*([#\w$]+)(?:<[^(]*>)?(?: = (?:async )?)?\(/.exec(head) ?? []
  return name === undefined || keywords.test(name) ? undefined : name
}

describe('names', () => {
  it('say what the thing is: no utils, helpers, common, types, services, managers', () => {
    const banned = /(^|[/._-])(utils?|helpers?|common|types|services?|managers?|misc|shared)([/._-]|$)/
    // What a browser calls so is called so.
    expect(code.filter((file) => banned.test(file.replaceAll('service-worker', '')))).toEqual([])
  })

  it('are kebab-case, and snake_case for migrations', () => {
    const odd = code.filter((file) => !/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/.test(basename(file)))
    expect(odd).toEqual([])
    expect(named(/^src\/storage\/sql\//).filter((file) => !/^[a-z-]+\.sql$/.test(basename(file)))).toEqual([])
    expect(named(/^migrations\//).filter((file) => !/^\d{4}_[a-z0-9_]+\.sql$/.test(basename(file)))).toEqual([])
  })
})

describe('imports', () => {
  const imports = product.flatMap((file) =>
    [...textOf(file).matchAll(/^(import|export)\b([^'"]*?)from '(\.[^']*)'|^import '(\.[^']*)'/gms)].map((match) => ({
      from: file,
      to: posix.join(dirname(file), match[3] ?? match[4] ?? ''),
      isType: /^\s*type\b/.test(match[2] ?? ''),
    })),
  )
  /** Which part of the house a file belongs to. */
  const part = (file: string) => file.split('/')[1] ?? ''
  it('are found', () => {
    expect(imports.length).toBeGreaterThan(100)
  })

  it('go from higher folders to lower ones only', () => {
    // What the engine asks of a channel is a type; the implementations are above it. The language needs no bot: the server answers it.
    const interfaces = ['src/channels/channel.ts', 'src/channels/content.ts']
    const isInterface = ({ from, to, isType }: (typeof imports)[number]) =>
      (isType && interfaces.includes(to)) || (part(from) === 'http' && to.startsWith('src/bot/language/'))
    const wrong = imports.filter((one) => !isInterface(one) && !below[part(one.from)]?.includes(part(one.to)))
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('of the language reach nothing of Belfry but time: it is a package entry of its own', () => {
    const reached = imports.filter(({ from }) => from.startsWith('src/bot/language/')).map(({ to }) => to)
    expect(reached.filter((to) => !/^src\/(bot\/language|time)\//.test(to) && !plain.includes(part(to)))).toEqual([])
  })

  it('of the pages reach the client and the particles of Korean, and of everything else types only', () => {
    const reached = named(/^web\/src\/.*\.tsx?$/).flatMap((file) =>
      [...textOf(file).matchAll(/^import (type )?[^'"]*?from '(\.\.[^']*)'/gms)]
        .filter(([, type]) => type === undefined)
        .map(([, , to]) => ({ from: file, to: posix.join(dirname(file), to!) })),
    )
    expect(reached.length).toBeGreaterThan(20)
    const shared = ['src/client/index.ts', 'src/particles.ts']
    const wrong = reached.filter(({ to }) => !to.startsWith('web/') && !shared.includes(to))
    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })

  it('are of files that are there, with their extension', () => {
    expect(imports.filter(({ to }) => !existsSync(join(root, to))).map(({ from, to }) => `${from} → ${to}`)).toEqual([])
  })
})

describe('the outside', () => {
  const inside = product.filter((file) => basename(file) !== 'main.ts')

  it('process.env, console and signals are touched in main.ts files only', () => {
    // The embedded server has to know whose machine it is on; surroundings.ts is its only place for that.
    const places = inside.filter((file) => file !== 'src/storage/embedded/surroundings.ts')
    const uses = matching(places, /\bprocess\.env\b|\bconsole\.|\bprocess\.(on|once|exit)\(/)
    expect(uses.filter((line) => !isComment(line))).toEqual([])
  })

  it('the clock is read in time/ only', () => {
    const places = inside.filter((file) => !file.startsWith('src/time/') && !file.startsWith('src/storage/embedded/'))
    const uses = matching(places, /\bDate\.now\(|\bperformance\.now\(|new Date\(\)/)
    expect(uses.filter((line) => !isComment(line))).toEqual([])
  })
})

function isComment(line: string): boolean {
  return /^\S+ (\/\/|\*|\/\*)/.test(line)
}

describe('habits', () => {
  it('no any, no ts-ignore', () => {
    const typed = named(/\.tsx?$/).filter((file) => file !== 'test/tidy.test.ts')
    expect(matching(typed, /(:|\bas|<|\|) any\b(?! )|<any>|\bany\[\]|@ts-ignore|@ts-nocheck/)).toEqual([])
  })

  it('no test that is alone, and none left out without a reason', () => {
    const tests = named(/\.test\.ts$/).filter((file) => file !== 'test/tidy.test.ts')
    expect(matching(tests, /\b(it|test|describe)\.only\b|\b(fit|fdescribe|xit|xdescribe)\(/)).toEqual([])
    const skipped = tests.flatMap((file) =>
      linesOf(file).flatMap((line, i, all) =>
        /\b(it|test|describe)(\.each\(.*\))?\.(skip|todo)\(/.test(line) && !/\/\/ \S+ \S+/.test(`${line} ${all[i - 1]}`)
          ? [`${file}:${i + 1}`]
          : [],
      ),
    )
    expect(skipped).toEqual([])
  })

  it('no test that sleeps', () => {
    const tests = named(/^(src|test)\/.*\.test\.ts$/).filter((file) => file !== 'test/tidy.test.ts')
    expect(matching(tests, /await (sleep|delay)\(|setTimeout\((resolve|done|r),/)).toEqual([])
  })

  it('no work left for later without saying where it is written', () => {
    const places = [...code, ...named(/\.(sql|md)$/)].filter((file) => file !== 'test/tidy.test.ts')
    expect(matching(places, /\b(TODO|FIXME|XXX|HACK)\b/)).toEqual([])
  })
})

describe('sql', () => {
  const statements = named(/^src\/storage\/sql\/.*\.sql$/)
  const names = statements.map((file) => basename(file, '.sql'))

  it('has its keywords in lower case', () => {
    const keyword =
      /\b(SELECT|INSERT|UPDATE|DELETE|FROM|WHERE|JOIN|CREATE|ALTER|TABLE|INDEX|VALUES|RETURNING|WITH|NULL)\b/
    const sql = [...statements, ...named(/^migrations\/.*\.sql$/)]
    const found = matching(sql, keyword).filter((line) => !/^\S+ --/.test(line))
    expect(found).toEqual([])
  })

  it('has no statement that nobody runs, and none is run that is not there', () => {
    const run = [...productText.matchAll(/\brun(?:<[^(]*>)?\(\s*'([a-z-]+)'/gs)].map(([, name]) => name!)
    expect([...new Set(run)].filter((name) => !names.includes(name))).toEqual([])
    const quoted = new Set([...productText.matchAll(/'([a-z]+(?:-[a-z]+)*)'/g)].map(([, name]) => name))
    expect(names.filter((name) => !quoted.has(name))).toEqual([])
    expect(run.length).toBeGreaterThan(30)
  })

  it('is one statement a file', () => {
    const several = statements.filter((file) => /;\s*\S/.test(withoutComments(textOf(file))))
    expect(several).toEqual([])
  })

  it('is never glued together in TypeScript outside of storage', () => {
    const places = product.filter((file) => !file.startsWith('src/storage/'))
    expect(matching(places, /`\s*(select|insert into|update|delete from) /)).toEqual([])
  })
})

function withoutComments(sql: string): string {
  return sql.replaceAll(/--.*$/gm, '')
}

describe('closed lists', () => {
  const uses = `${productText}\n${named(/\.sql$/)
    .map(textOf)
    .join('\n')}`
  const isUsed = (word: string) => new RegExp(`'${word}'`).test(uses)

  it('every error code is thrown somewhere', () => {
    expect(Object.keys(errorCodes).filter((code) => !isUsed(code))).toEqual([])
  })

  it('every reason is given somewhere', () => {
    expect(Object.keys(reasons).filter((reason) => !isUsed(reason))).toEqual([])
  })
})

describe('the repository', () => {
  it('has what a newcomer looks for', () => {
    const wanted = [
      'README.md',
      'CHANGELOG.md',
      'CONTRIBUTING.md',
      'ARCHITECTURE.md',
      'SECURITY.md',
      'LICENSE',
      '.ci/run',
    ]
    expect(wanted.filter((file) => !files.includes(file))).toEqual([])
  })

  it('knows no machine of its makers: no absolute paths, no registry hosts', () => {
    const places = [...texts.keys()].filter((file) => file !== 'test/tidy.test.ts')
    const paths = matching(places, /(^|[\s"'`(=])\/(home|work|root|Users|mnt|private)\//)
    expect(paths.filter((line) => !isComment(line))).toEqual([])
    const registries = matching(places, /https?:\/\/[^\s"'/]*(registry|npmjs|artifactory|verdaccio|nexus)[^\s"']*/i)
    expect(registries).toEqual([])
  })

  it('has links that lead somewhere', () => {
    const dead = named(/\.md$/).flatMap((file) =>
      [...textOf(file).matchAll(/\]\((?!https?:|mailto:|#)([^)#\s]+)/g)]
        .map(([, link]) => posix.join(dirname(file), link!))
        .filter((link) => !existsSync(join(root, link)))
        .map((link) => `${file} → ${link}`),
    )
    expect(dead).toEqual([])
  })
})

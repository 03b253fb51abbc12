// The image and the compose files, as far as they can be checked without a Docker engine: read strictly, held to the rules that
// matter, and put together by hand from what the Dockerfile copies. Every rule is seen to fail on a broken copy.

import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, it } from 'vitest'
import { commands as knownCommands } from '../src/cli/commands.ts'
import { settings } from '../src/cli/settings/table.ts'
import { composeFaults } from './packaging/compose.ts'
import { type Instruction, parseDockerfile, type Stage } from './packaging/dockerfile.ts'
import { ignoring } from './packaging/ignore.ts'
import { parseYaml } from './packaging/yaml.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (name: string) => readFileSync(join(root, name), 'utf8')
const tracked = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: root })
  .toString()
  .split('\n')

const variables: string[] = Object.values(settings).map(({ env }) => env)
const commands = Object.keys(knownCommands)
const dockerfile = read('Dockerfile')
const isIgnored = ignoring(read('.dockerignore'))

/** What is wrong with a Dockerfile; a syntax error is the only entry then. */
function faults(text: string): string[] {
  try {
    const stages = parseDockerfile(text)
    return [...stages.flatMap((stage) => stageFaults(stage, stages)), ...imageFaults(stages.at(-1)!)]
  } catch (error) {
    return [(error as Error).message]
  }
}

function stageFaults({ image, instructions }: Stage, stages: readonly Stage[]): string[] {
  const tag = image.split(':')[1]
  const names = stages.map(({ name }) => name)
  const copies = instructions.filter(({ name }) => name === 'COPY')
  const foreign = copies.flatMap(({ flags }) => flags.get('from') ?? []).filter((from) => !names.includes(from))
  const sources = copies.filter(({ flags }) => !flags.has('from')).flatMap(({ words }) => words.slice(0, -1))
  return [
    ...(tag === undefined || tag === 'latest' ? [`${image} is not pinned`] : []),
    ...foreign.map((from) => `there is no stage ${from}`),
    ...sources.filter((source) => !isInContext(source)).map((source) => `${source} is not in the build's context`),
    ...instructions
      .filter(({ name }) => name === 'ARG')
      .map(({ rest }) => `${rest}: a build argument stays in the layers`),
  ]
}

/** Git has it, and so has the build: what .dockerignore leaves out is not there to be copied. */
function isInContext(source: string): boolean {
  return tracked.some((file) => (file === source || file.startsWith(`${source}/`)) && !isIgnored(file))
}

function imageFaults({ instructions }: Stage): string[] {
  const last = (name: string): Instruction | undefined => instructions.findLast((one) => one.name === name)
  const environment = instructions.filter(({ name }) => name === 'ENV').flatMap(({ words }) => words)
  const known = ['NODE_ENV', ...variables]
  const user = last('USER')?.words[0] ?? 'root'
  const health = last('HEALTHCHECK')
  const required = ['WORKDIR', 'VOLUME', 'EXPOSE', 'STOPSIGNAL', 'LABEL', 'HEALTHCHECK', 'ENTRYPOINT', 'CMD']
  return [
    ...(/^[1-9]\d*(:[1-9]\d*)?$/.test(user) ? [] : [`runs as ${user}`]),
    ...(last('USER') && last('COPY') && last('USER')!.line < last('COPY')!.line
      ? ['copies as its user, who could change it']
      : []),
    ...environment
      .map((word) => word.split('=')[0]!)
      .filter((name) => !known.includes(name))
      .map((name) => `${name} is not a variable of Belfry`),
    ...environment
      .filter((word) => /(KEY|SECRET|PASSWORD|DATABASE_URL)=/.test(word))
      .map((word) => `${word}: a secret in a layer`),
    ...required.filter((name) => last(name) === undefined).map((name) => `no ${name}`),
    ...(health && /curl|wget/.test(health.rest) ? ['a health check with a program that is not there'] : []),
    ...(health && !health.words.join(' ').includes('/healthz') ? ['a health check that asks for something else'] : []),
    ...['ENTRYPOINT', 'CMD', 'HEALTHCHECK']
      .filter((name) => last(name)?.isExec === false)
      .map((name) => `${name} in a shell, which swallows signals`),
    ...(commands.includes(last('CMD')?.words[0] ?? '') ? [] : [`there is no command ${last('CMD')?.words[0]}`]),
    ...(last('VOLUME')?.words.includes('/data') && environment.includes('BELFRY_DATA_DIR=/data')
      ? []
      : ['the volume is not the data directory']),
  ]
}

describe('the Dockerfile', () => {
  it('keeps to the rules', () => {
    expect(faults(dockerfile)).toEqual([])
  })

  it.each<[change: string, from: string | RegExp, to: string, fault: RegExp]>([
    ['an unknown instruction', 'EXPOSE 4700', 'EXPOSES 4700', /no instruction EXPOSES/],
    ['an open quote', '"Belfry"', '"Belfry', /quote/],
    ['a list that is not JSON', 'CMD ["serve"]', "CMD ['serve']", /not a list of texts/],
    ['a shell that does not parse', 'RUN node scripts/build.js &&', 'RUN node "scripts/build.js &&', /the shell says/],
    ['a continued last line', 'CMD ["serve"]\n', 'CMD ["serve"] \\\n', /continued/],
    ['no FROM', /^FROM node:22-slim AS build$/m, '', /first instruction is FROM/],
    ['a wrong flag', '--retries=3', '--retry=3', /HEALTHCHECK does not take/],
    ['a COPY to nowhere', 'COPY src src', 'COPY src', /COPY does not take/],
    ['latest', 'FROM node:22-slim AS build', 'FROM node:latest AS build', /not pinned/],
    ['no tag', 'FROM node:22-slim AS build', 'FROM node AS build', /not pinned/],
    ['root', 'USER 10001:10001', 'USER root', /runs as root/],
    ['no user', 'USER 10001:10001', '', /runs as root/],
    ['a source that is not there', 'COPY src src', 'COPY source src', /source is not in/],
    [
      'a source that is left out of the build',
      'COPY package.json LICENSE ./',
      'COPY package.json README.md ./',
      /README.md is not in/,
    ],
    ['a stage that is not there', '--from=build', '--from=builder', /no stage builder/],
    ['an unknown variable', 'BELFRY_HOST=', 'BELFRY_HOTS=', /BELFRY_HOTS is not/],
    ['a secret', 'NODE_ENV=production', 'BELFRY_SECRET=x', /secret in a layer/],
    ['a build argument', 'EXPOSE 4700', 'ARG NPM_TOKEN', /stays in the layers/],
    ['an unknown command', 'CMD ["serve"]', 'CMD ["server"]', /no command server/],
    ['another health check', '/healthz', '/health', /asks for something else/],
    ['curl', /CMD \["node", "-e".*/, 'CMD ["curl", "http://127.0.0.1/healthz"]', /not there/],
    ['no stop signal', 'STOPSIGNAL SIGTERM', '', /no STOPSIGNAL/],
    [
      'a shell as first process',
      'ENTRYPOINT ["node", "/belfry/dist/cli/main.js"]',
      'ENTRYPOINT node dist/cli/main.js',
      /signals/,
    ],
    ['data elsewhere', 'BELFRY_DATA_DIR=/data', 'BELFRY_DATA_DIR=/var/data', /not the data directory/],
  ])('is refused with %s', (_, from, to, fault) => {
    const broken = dockerfile.replace(from, to)
    expect(broken).not.toBe(dockerfile)
    expect(faults(broken).join('\n')).toMatch(fault)
  })
})

describe('.dockerignore', () => {
  it('lets the build see what it needs and nothing that could be a secret', () => {
    for (const file of [
      'src/index.ts',
      'src/storage/sql/fire.sql',
      'migrations/0001_engine.sql',
      'scripts/build.js',
      'LICENSE',
    ])
      expect(isIgnored(file), file).toBe(false)
    for (const file of [
      '.env',
      '.belfry/cluster/PG_VERSION',
      '.git/config',
      'node_modules/pg/package.json',
      'src/log.test.ts',
      'scripts/proof.js',
      'belfry.config.json',
    ])
      expect(isIgnored(file), file).toBe(true)
  })
})

describe('what the image is put together from', () => {
  const place = mkdtempSync(join(tmpdir(), 'belfry-image-'))
  afterAll(() => rmSync(place, { recursive: true, force: true }))

  it('starts', () => {
    const copies = parseDockerfile(dockerfile)
      .at(-1)!
      .instructions.filter(({ name }) => name === 'COPY')
    for (const { words, flags } of copies) {
      const target = words.at(-1)!
      for (const source of words.slice(0, -1)) {
        const from = join(root, flags.has('from') ? source.replace('/belfry/', '') : source)
        const to = join(place, target === './' ? source : target)
        if (source.endsWith('node_modules')) symlinkSync(from, to)
        else cpSync(from, to, { recursive: true })
      }
    }
    const entry = parseDockerfile(dockerfile)
      .at(-1)!
      .instructions.find(({ name }) => name === 'ENTRYPOINT')!
    const program = entry.words[1]!.replace('/belfry', place)
    const answer = spawnSync(process.execPath, [program, 'help'], { cwd: place, encoding: 'utf8' })
    expect(answer.stderr).toBe('')
    expect(answer.status).toBe(0)
    expect(answer.stdout).toContain('belfry serve')
    for (const file of [
      'migrations/0001_engine.sql',
      'dist/http/reference/reference.css',
      'dist/http/reference/reference.js',
    ])
      expect(existsSync(join(place, file)), file).toBe(true)
  })
})

describe('the package', () => {
  it('has the program, the migrations and the assets of the page, and no sources or tests', () => {
    const output = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
      cwd: root,
      stdio: 'pipe',
    })
    const [packed] = JSON.parse(output.toString()) as { files: { path: string }[] }[]
    const files = packed!.files.map(({ path }) => path)
    const wanted = [
      ...[
        'dist/index.js',
        'dist/index.d.ts',
        'dist/cli/main.js',
        'dist/storage/sql/fire.sql',
        'migrations/0001_engine.sql',
      ],
      ...['dist/http/reference/render.js', 'dist/http/reference/reference.css', 'dist/http/reference/reference.js'],
      ...['README.md', 'LICENSE'],
    ]
    expect(wanted.filter((file) => !files.includes(file))).toEqual([])
    const sql = tracked.filter((file) => /^(migrations|src\/storage\/sql)\/.*\.sql$/.test(file))
    expect(sql.map((file) => file.replace(/^src/, 'dist')).filter((file) => !files.includes(file))).toEqual([])
    expect(files.filter((file) => /^(src|test|bench|node_modules)\/|\.test\./.test(file))).toEqual([])
  })
})

describe.each([
  ['compose.yaml', ['BELFRY_OPERATOR_KEY', 'BELFRY_SECRET', 'POSTGRES_PASSWORD']],
  ['compose.embedded.yaml', ['BELFRY_OPERATOR_KEY', 'BELFRY_SECRET']],
] as const)('%s', (name, secrets) => {
  const text = read(name)
  const around = { variables, commands, secrets }
  const found = (changed: string) => {
    try {
      return composeFaults(parseYaml(changed), around).join('\n')
    } catch (error) {
      return (error as Error).message
    }
  }

  it('keeps to the rules', () => {
    expect(found(text)).toBe('')
  })

  it.each<[change: string, from: string | RegExp, to: string, fault: RegExp]>([
    ['a port for everybody', '"127.0.0.1:4700:4700"', '"4700:4700"', /open to other machines/],
    ['an unknown variable', 'BELFRY_HOST:', 'BELFRY_HOTS:', /BELFRY_HOTS is not/],
    ['a secret in the file', /BELFRY_SECRET: ".*"/g, 'BELFRY_SECRET: "x"', /not asked for/],
    ['a secret with a default', '${BELFRY_OPERATOR_KEY:?', '${BELFRY_OPERATOR_KEY:-', /not asked for/],
    ['latest', 'belfry:local', 'belfry:latest', /tag latest/],
    ['an image from a registry', 'pull_policy: build', 'pull_policy: missing', /looked for in a registry/],
    ['an unknown command', '["serve"]', '["server"]', /no command server/],
    ['a volume that is not declared', /^volumes:\n {2}\w+:$/m, 'volumes:\n  other:', /not declared/],
    ['a key twice', '    init: true', '    init: true\n    init: true', /twice/],
    ['an open quote', '"127.0.0.1:4700:4700"', '"127.0.0.1:4700:4700', /open quote/],
    ['a tab', '    init: true', '\tinit: true', /a tab/],
    ['an odd indentation', '    init: true', '     init: true', /not a key|indentation/],
  ])('is refused with %s', (_, from, to, fault) => {
    const broken = text.replace(from, () => to)
    expect(broken).not.toBe(text)
    expect(found(broken)).toMatch(fault)
  })
})

describe('compose.yaml', () => {
  const { services } = parseYaml(read('compose.yaml')) as { services: Record<string, Record<string, unknown>> }

  it('is PostgreSQL 17, a server that does not send, and two workers that do', () => {
    expect(services.postgres).toMatchObject({ image: 'postgres:17' })
    expect(services.server).toMatchObject({
      command: ['serve'],
      environment: { BELFRY_WORKER: 'false', BELFRY_HOST: '0.0.0.0' },
    })
    expect(services.worker).toMatchObject({ command: ['work'], deploy: { replicas: '2' } })
  })

  it('is told apart from one whose database nobody waits for', () => {
    const text = read('compose.yaml').replace('test: ["CMD", "pg_isready"', 'start: ["CMD", "pg_isready"')
    const secrets = ['POSTGRES_PASSWORD']
    expect(composeFaults(parseYaml(text), { variables, commands, secrets })).toEqual([
      'server: postgres has no health check',
      'worker: postgres has no health check',
    ])
  })
})

describe('docs/operating/docker.md', () => {
  it('explains every variable that somebody has to set', () => {
    const page = read('docs/operating/docker.md')
    const asked = ['compose.yaml', 'compose.embedded.yaml'].flatMap((name) =>
      [...read(name).matchAll(/\$\{(\w+)/g)].map(([, variable]) => variable!),
    )
    expect([...new Set(asked)].filter((variable) => !page.includes(variable))).toEqual([])
  })
})

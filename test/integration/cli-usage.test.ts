// The command line before it has opened anything: wrong usage, settings, and what is refused.

import { rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, inject, it } from 'vitest'
import { commands } from '../../src/cli/commands.ts'
import { CommandLine, program } from './command-line.ts'

const belfry = new CommandLine()
const config = join(belfry.directory, 'belfry.config.js')
afterEach(() => rmSync(config, { force: true }))
afterAll(() => belfry.close())

const inside = (words: readonly string[], environment: Record<string, string> = {}) =>
  belfry.inside(words, { environment })

describe('usage', () => {
  it('the program can be run by its name after a build', () => {
    expect(statSync(program).mode & 0o111).toBe(0o111)
  })

  it('without a word it helps', async () => {
    const { code, stdout } = await belfry.run([])
    expect(code).toBe(0)
    for (const name of Object.keys(commands)) expect(stdout).toContain(`belfry ${name}`)
  })

  it('a word that is missing is asked for, with how the command is called', async () => {
    const { code, stderr } = await inside(['keys', 'create'], { DATABASE_URL: inject('databaseUrl') })
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^belfry: Which name\? Accepted: .*belfry keys create <name>/),
    ])
  })

  it('completes for bash and zsh, and for no other shell', async () => {
    expect((await inside(['completion'])).stdout).toBe((await inside(['completion', 'bash'])).stdout)
    expect((await inside(['completion', 'zsh'])).stdout).toMatch(/^autoload -U \+X bashcompinit/)
    expect(await inside(['completion', 'fish'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('bash, zsh'),
    })
  })

  it('an unknown command names the nearest, without a stack', async () => {
    const { code, stdout, stderr } = await belfry.run(['remnid', '10s', 'x'])
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toMatch(/^belfry: There is no command "remnid"\. Did you mean remind\? Accepted: .*\n$/)
  })

  it.each(Object.keys(commands))('%s has help with examples that it understands', async (name) => {
    const { code, stdout: out } = await inside([name, '--help'])
    expect(code).toBe(0)
    expect(out).toContain(`belfry ${name}`)
    expect((await inside(['help', name])).stdout).toBe(out)
    const { examples } = await commands[name as keyof typeof commands].load()
    expect(examples.length).toBeGreaterThan(0)
    for (const [line] of examples) expect(line.split(' ')[0]).toBe(name)
  })

  it.each([
    [['list', '--limt', '5'], 'There is no option --limt here. Did you mean --limit?'],
    [['list', 'everything'], '"everything" is one word too many. Accepted: belfry list [--to <recipient>].'],
    [['show'], 'Something is missing. Accepted: belfry show <id>.'],
    [['list', '--port', 'x'], '--port has a value "x" of the wrong kind. (at /port)'],
    [['list', '--operator-key', 'x'], 'There is no option --operator-key here.'],
    [['cancel'], 'Cancel what?'],
    [['keys', 'constructor'], '"constructor" is nothing to do with keys. Accepted: list, create, rotate, revoke.'],
    [['constructor'], 'There is no command "constructor".'],
    [['help', 'lits'], 'There is no command "lits". Did you mean list?'],
  ])('%j is refused in one line', async (words, why) => {
    const { code, stderr: err, stdout: out } = await inside(words)
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(`belfry: ${why}`)
    expect(err.split('\n')).toHaveLength(2)
  })

  it('errors are JSON where JSON is asked for', async () => {
    const { code, stderr: err } = await inside(['list', '--json', '--limt', '5'])
    expect(code).toBe(2)
    expect(JSON.parse(err)).toMatchObject({
      error: { code: 'invalid_input', message: expect.stringContaining('--limt') },
    })
  })

  it('version and completion answer without a database', async () => {
    expect(JSON.parse((await inside(['version', '--json'])).stdout)).toMatchObject({ belfry: '0.1.0' })
    expect((await inside(['completion'])).stdout).toContain('complete -o default -F _belfry belfry')
  })
})

describe('settings', () => {
  const secrets = {
    DATABASE_URL: 'postgres://ana:hunter2@127.0.0.1:1/d',
    BELFRY_OPERATOR_KEY: 'operator-key-operator-key-operator-key',
    BELFRY_SECRET: 'signing-secret-signing-secret-signing',
    BELFRY_SENTRY_DSN: 'https://dsnkey@sentry.example.com/1',
  }

  it('are shown with their sources, and without secrets', async () => {
    writeFileSync(config, 'export default { port: 81, pollMs: 500 }')
    const environment = { ...secrets, BELFRY_PORT: '82' }
    const shown = JSON.parse((await belfry.run(['config', '--json', '--tenant', 'acme'], { environment })).stdout) as {
      file: string
      settings: { name: string; value: unknown; source: string }[]
    }
    const of = (name: string) => {
      const { value, source } = shown.settings.find((one) => one.name === name)!
      return [value, source]
    }
    expect(of('tenant')).toEqual(['acme', 'option'])
    expect(of('port')).toEqual([82, 'environment'])
    expect(of('pollMs')).toEqual([500, 'file'])
    expect(of('dataDir')).toEqual(['.belfry', 'default'])
    expect(of('database')).toEqual(['postgres://ana:****@127.0.0.1:1/d', 'environment'])
    expect(of('operatorKey')).toEqual(['****', 'environment'])
    const { stdout: out } = await inside(['config'], environment)
    for (const text of [JSON.stringify(shown), out]) {
      expect(text).not.toMatch(/hunter2|operator-key-|signing-secret|dsnkey/)
    }
  })

  it('no secret is in the error of a database that is not there, which ends with 5', async () => {
    const { code, stdout, stderr } = await belfry.run(['list'], { environment: secrets })
    expect([code, stdout]).toEqual([5, ''])
    expect(stderr).toMatch(/^belfry: The database cannot be reached\. .*ECONNREFUSED.*\n$/)
    expect(stderr).not.toMatch(/hunter2|operator-key-|signing-secret|dsnkey/)
  })

  it('an unknown variable ends with 2, and names the nearest', async () => {
    const { code, stderr: err } = await inside(['list'], { BELFRY_DATADIR: 'x' })
    expect(code).toBe(2)
    expect(err).toContain('There is no setting BELFRY_DATADIR in the environment. Did you mean BELFRY_DATA_DIR?')
  })

  it('an unknown key of the file ends with 2', async () => {
    const file = join(belfry.directory, 'wrong.json')
    writeFileSync(file, '{ "prot": 81 }')
    const { code, stderr: err } = await inside(['config', '--config', file])
    expect(code).toBe(2)
    expect(err).toContain('wrong.json: There is no field "prot". Did you mean port?')
  })
})

describe('refused before anything is opened', () => {
  it('a public address without secrets', async () => {
    const { code, stderr: err } = await inside(['serve', '--host', '0.0.0.0'])
    expect(code).toBe(2)
    expect(err).toContain('BELFRY_OPERATOR_KEY is not set')
  })

  it('a driven clock beside a channel that reaches people', async () => {
    const file = join(belfry.directory, 'real.config.js')
    writeFileSync(
      file,
      `export default { channels: [{ name: 'sms', idempotent: false, send: async () => ({ kind: 'delivered' }) }] }`,
    )
    const words = ['config', '--config', file]
    const { code, stderr: err } = await inside(words, { BELFRY_CLOCK: 'driven' })
    expect(code).toBe(2)
    expect(err).toContain('real people by sms')
    const forced = await inside(words, { BELFRY_CLOCK: 'driven', BELFRY_CLOCK_FORCE: 'true' })
    expect([forced.code, forced.stderr]).toEqual([0, expect.stringContaining('THE CLOCK OF THIS BELFRY IS DRIVEN')])
    expect((await inside(words)).code).toBe(0)
  })
})

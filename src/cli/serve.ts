// `belfry serve`: one worker over one database, until it is told to stop; then it finishes what is in flight.

import { type BelfryOptions, createBelfry } from '../index.ts'

export interface ServeOptions extends BelfryOptions {
  /** For the person who started it; logs go to the logger. */
  readonly say: (line: string) => void
  readonly signal: AbortSignal
}

export async function serve({ say, signal, ...options }: ServeOptions): Promise<void> {
  const belfry = await createBelfry({ actor: 'server', ...options })
  const worker = belfry.startWorker()
  const where = options.database
    ? 'the database of DATABASE_URL'
    : `its own PostgreSQL in ${options.dataDir ?? '.belfry'}`
  say(`Belfry is running on ${where}, worker ${worker.id}. Ctrl-C finishes what is in flight and stops it.`)
  if (!signal.aborted)
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
  say('Stopping: finishing what is in flight …')
  await belfry.close()
  say('Stopped.')
}

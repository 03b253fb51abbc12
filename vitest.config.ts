import { defineConfig } from 'vitest/config'

// One embedded PostgreSQL serves the whole run (test/global-setup.ts); every test file makes a database of its own in it.
export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    globalSetup: ['test/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})

// The pages: the dashboard (index.html) and the inbox of one person (inbox.html); and in the mode `inbox` the element that other
// sites embed, as one file.

import { defineConfig } from 'vite'

// Under the content security policy nothing may stand inside the page.
const pages = { assetsInlineLimit: 0, rolldownOptions: { input: ['index.html', 'inbox.html'] } }
const element = {
  copyPublicDir: false,
  // Not as a library, whose white space is kept: this is what browsers load.
  rolldownOptions: {
    input: 'src/inbox/element.ts',
    output: { entryFileNames: 'inbox.js' },
    preserveEntrySignatures: 'strict' as const,
  },
}

export default defineConfig(({ mode }) => ({
  base: '/',
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  // The element's colours are `light-dark(…)`: kept as they are written.
  build: {
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    modulePreload: { polyfill: false },
    ...(mode === 'inbox' ? element : pages),
  },
}))

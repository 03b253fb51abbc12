// An application of somebody else's, made into one file as they would: by Vite. `https://belfry.example` in it is the server of the test.

import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { compileScript, parse } from 'vue/compiler-sfc'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** By its path under test/browser, or its very text as a module of that name. */
export async function bundle(entry: string, belfry: string, texts: Readonly<Record<string, string>> = {}) {
  const result = await build({
    ...{ root, configFile: false, logLevel: 'error', mode: 'production' },
    plugins: [given(texts), vue],
    oxc: { jsx: { runtime: 'automatic', development: false } },
    // As they would publish it; the flags are what Vue asks for, with the values that it has by default.
    define: {
      'process.env.NODE_ENV': '"production"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
    build: {
      write: false,
      modulePreload: false,
      rolldownOptions: { input: entry, external: /^https:/, output: { format: 'es' } },
    },
  })
  if (Array.isArray(result) || !('output' in result)) throw new Error('Vite built several things, or watches.')
  const [{ code }] = result.output
  return code.replaceAll('https://belfry.example', belfry)
}

/** Modules that are texts of the test's. */
function given(texts: Readonly<Record<string, string>>): Plugin {
  const folder = `${root}test/browser/apps/`
  const nameOf = (id: string) => id.replace(/^\.\//, '').replace(folder, '')
  return {
    name: 'given',
    enforce: 'pre',
    resolveId: (id) => (nameOf(id) in texts ? `${folder}${nameOf(id)}` : null),
    load: (id) => texts[nameOf(id)] ?? null,
  }
}

const compilerOptions = { isCustomElement: (tag: string) => tag === 'belfry-inbox' }

/** What Vue's own plugin does, as far as it is needed here: a component of one file. */
const vue: Plugin = {
  name: 'vue',
  enforce: 'pre',
  transform(text, id) {
    if (!id.endsWith('.vue')) return null
    const { descriptor, errors } = parse(text, { filename: id, templateParseOptions: compilerOptions })
    if (errors.length > 0) throw errors[0]
    const { content } = compileScript(descriptor, {
      ...{ id: 'app', inlineTemplate: true },
      templateOptions: { compilerOptions },
    })
    return { code: content, map: null }
  },
}

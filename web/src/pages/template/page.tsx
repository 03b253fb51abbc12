// One template, as it is written: its texts at the left, what a message would say at the right, from texts that are not saved. A
// name that nobody has used yet is a new one.

import { useRef, useState } from 'preact/hooks'
import { act } from '../../act.ts'
import { api, type Template } from '../../api.ts'
import { useWords } from '../../language.ts'
import { Button } from '../../parts/button.tsx'
import { Page } from '../../parts/page.tsx'
import { Failed, Loading } from '../../parts/said.tsx'
import { Unsaved } from '../../parts/unsaved.tsx'
import { go, place, useSearch } from '../../place.ts'
import { useQuery } from '../../query.ts'
import type { PageProps } from '../../routes.ts'
import { words as core } from '../../words/core.ts'
import { words } from '../../words/templates.ts'
import { type Draft, hasPurpose, purposeOf, sampleFor, textsOf } from './draft.ts'
import { Languages, type Variant, variantsOf } from './languages.tsx'
import { Purpose } from './purpose.tsx'
import { SampleFields, Shown } from './shown.tsx'
import { Texts } from './texts.tsx'
import { isSame, useDraft } from './use-draft.ts'
import { usePreview } from './use-preview.ts'
import '../../styles/template.css'

export default function TemplatePage({ name = '' }: PageProps) {
  const [tag] = useSearch('locale')
  const locale = tag || null
  const { value, error, refresh } = useQuery(`template ${tag} ${name}`, () => read(name, locale), {
    live: ['template'],
  })
  if (value) return <Editor key={tag} {...{ name, locale, ...value }} />
  return <Page title={name}>{error ? <Failed error={error} again={refresh} /> : <Loading rows={10} />}</Page>
}

interface Read {
  readonly variants: readonly Variant[]
  /** Null: nobody has saved one. */
  readonly stored: Template | null
}

async function read(name: string, locale: string | null): Promise<Read> {
  const variants = await variantsOf(name)
  const isThere = variants.some((one) => one.locale === locale)
  return { variants, stored: isThere ? await api.templates.get(keyOf(name, locale)) : null }
}

function keyOf(name: string, locale: string | null): { name: string; locale?: string } {
  return locale === null ? { name } : { name, locale }
}

interface EditorProps extends Read {
  readonly name: string
  readonly locale: string | null
}

function Editor({ name, locale, stored, variants }: EditorProps) {
  const w = useWords(words)
  const c = useWords(core)
  const { draft, base, setDraft, restart } = useDraft(stored, variants[0])
  const [sample, setSample] = useState(() => sampleFor(locale))
  const { shown, error } = usePreview(draft, sample)
  const isChanged = !isSame(draft, base)
  const [isMissed, setMissed] = useState(false)
  const purpose = useRef<HTMLDivElement>(null)
  const save = () => {
    if (hasPurpose(draft)) return keep()
    setMissed(true)
    purpose.current?.querySelector<HTMLElement>(draft.reach === 'some' ? '.pair input' : 'input')?.focus()
  }
  const keep = () =>
    act({
      run: async () =>
        restart(
          await api.templates.put(
            { ...keyOf(name, locale), for: purposeOf(draft), ...textsOf(draft) },
            base.version === null ? {} : { version: base.version },
          ),
        ),
      said: w.saved,
      ...(stored === null
        ? { undo: () => api.templates.remove(keyOf(name, locale)), undone: w.unsaved }
        : { undo: () => restore(stored) }),
    })
  const change = (more: Partial<Draft>) => setDraft({ ...draft, ...more })
  return (
    <Page
      title={name}
      about={stored === null ? w.notStored : (locale ?? w.everyLanguage)}
      actions={
        <>
          {stored !== null && <Removal stored={stored} />}
          <Button kind="main" disabled={!isChanged} onPress={save}>
            {c.save}
          </Button>
        </>
      }
      filters={<Languages name={name} locale={locale} variants={variants} />}
    >
      <div class="editor">
        <div>
          <div ref={purpose}>
            <Purpose draft={draft} onChange={change} error={error} isMissed={isMissed} />
          </div>
          <Texts draft={draft} onChange={change} error={error} />
        </div>
        <div>
          <Shown preview={shown} error={error} isBuiltIn={Object.values(textsOf(draft)).every((one) => one === null)} />
          <SampleFields sample={sample} onChange={(more) => setSample({ ...sample, ...more })} error={error} />
        </div>
      </div>
      <Unsaved isUnsaved={isChanged} isKept={isSameTemplate} />
    </Page>
  )
}

/** Another format of its preview is. */
function isSameTemplate({ pathname, searchParams }: URL): boolean {
  const { path, search } = place.get()
  const isSame = (name: string) => searchParams.get(name) === search.get(name)
  return pathname === path && isSame('locale') && isSame('tenant')
}

function restore({ name, locale, for: purpose, subject, text, html }: Template): Promise<unknown> {
  return api.templates.put({ ...keyOf(name, locale), for: purpose, subject, text, html })
}

function Removal({ stored }: { readonly stored: Template }) {
  const w = useWords(words)
  const { name, locale } = stored
  const remove = async () => {
    const isDone = await act({
      run: () => api.templates.remove(keyOf(name, locale)),
      said: w.deleted(name),
      undo: () => restore(stored),
      undone: w.restored(name),
    })
    if (isDone) go('/templates', { anyway: true })
  }
  return (
    <Button kind="danger" onPress={remove}>
      {w.delete}
    </Button>
  )
}

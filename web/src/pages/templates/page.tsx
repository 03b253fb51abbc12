import { api } from '../../api.ts'
import { useWords } from '../../language.ts'
import { usePages } from '../../pages-of.ts'
import { Button } from '../../parts/button.tsx'
import { Listed } from '../../parts/listed.tsx'
import { hrefs } from '../../parts/names.tsx'
import { Page } from '../../parts/page.tsx'
import { Empty } from '../../parts/said.tsx'
import { useSearch } from '../../place.ts'
import { tellPurpose } from '../../stories/purpose.ts'
import { words as core } from '../../words/core.ts'
import { words as tellingWords } from '../../words/telling.ts'
import { words } from '../../words/templates.ts'
import { NewTemplate } from './new-template.tsx'

type Summary = Awaited<ReturnType<typeof api.templates.list>>['items'][number]

export default function Templates() {
  const w = useWords(words)
  const c = useWords(core)
  const [isNew, setNew] = useSearch('new')
  const list = usePages(
    'templates',
    (cursor) => api.templates.list({ limit: 100, ...(cursor === undefined ? {} : { cursor }) }),
    { live: ['template'] },
  )
  return (
    <Page
      title={c.pages.templates}
      about={w.about}
      actions={
        <Button kind="main" icon="plus" onPress={() => setNew('1')}>
          {w.add}
        </Button>
      }
    >
      <Listed
        list={list}
        keyOf={({ name, locale }) => `${locale} ${name}`}
        label={c.pages.templates}
        draw={(one) => <Line template={one} />}
        empty={
          <Empty icon="templates" title={w.none}>
            <p>{w.noneNext}</p>
          </Empty>
        }
      />
      {isNew && <NewTemplate onClose={() => setNew('')} />}
    </Page>
  )
}

function Line({ template: { name, locale, for: purpose, parts } }: { readonly template: Summary }) {
  const w = useWords(words)
  const t = useWords(tellingWords)
  const said = parts.map((part) => w.parts[part as keyof typeof w.parts] ?? part)
  return (
    <>
      <span class="grow">
        <a href={hrefs.template(name, locale)}>
          <strong>{name}</strong>
        </a>
        <br />
        <span class="faint">
          {w.listedFor(tellPurpose(purpose, w, t))} · {said.join(', ')}
        </span>
      </span>
      <span class="badge">{locale ?? w.everyLanguage}</span>
    </>
  )
}

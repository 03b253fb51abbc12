// A list that comes by the page, in whichever state it is: there, on its way, empty, or failed.

import type { ComponentChildren } from 'preact'
import type { Paged } from '../pages-of.ts'
import { Panel } from './page.tsx'
import { Rows } from './rows.tsx'
import { Failed, Loading } from './said.tsx'

interface ListedProps<T> {
  readonly list: Paged<T>
  readonly keyOf: (item: T) => string
  readonly label: string
  readonly draw: (item: T) => ComponentChildren
  /** What is said when there is nothing. */
  readonly empty: ComponentChildren
}

const rowHeight = 56

export function Listed<T>({ list, keyOf, label, draw, empty }: ListedProps<T>) {
  return (
    <Panel>
      {list.error ? (
        <Failed error={list.error} again={list.refresh} />
      ) : list.items.length > 0 ? (
        <Rows {...{ items: list.items, keyOf, rowHeight, label, draw, more: list.more }} />
      ) : list.isLoading ? (
        <Loading />
      ) : (
        empty
      )}
    </Panel>
  )
}

// Every page: its address, its place in the menu, and where its code is. Code is loaded when a page is opened.

import type { ComponentType } from 'preact'
import type { IconName } from './parts/icon.tsx'
import { matched } from './place.ts'
import type { PageName } from './words/core.ts'

export type PageProps = Readonly<Record<string, string>>
type Loaded = { readonly default: ComponentType<PageProps> }

export interface PageRoute {
  readonly path: string
  /** The entry of the menu that it belongs to. */
  readonly name: PageName
  readonly load: () => Promise<Loaded>
}

export const routes: readonly PageRoute[] = [
  { path: '/', name: 'overview', load: () => import('./pages/overview/page.tsx') },
  { path: '/overview', name: 'overview', load: () => import('./pages/overview/page.tsx') },
  { path: '/upcoming', name: 'upcoming', load: () => import('./pages/upcoming/page.tsx') },
  { path: '/attention', name: 'attention', load: () => import('./pages/attention/page.tsx') },
  { path: '/deliveries', name: 'deliveries', load: () => import('./pages/deliveries/page.tsx') },
  { path: '/reminders/:id', name: 'upcoming', load: () => import('./pages/reminder/page.tsx') },
  { path: '/entities', name: 'entities', load: () => import('./pages/entities/page.tsx') },
  { path: '/entities/:type/:id', name: 'entities', load: () => import('./pages/entity/page.tsx') },
  { path: '/meetings', name: 'meetings', load: () => import('./pages/meetings/page.tsx') },
  { path: '/meetings/:id', name: 'meetings', load: () => import('./pages/meeting/page.tsx') },
  { path: '/alarms', name: 'alarms', load: () => import('./pages/alarms/page.tsx') },
  { path: '/sweeps', name: 'sweeps', load: () => import('./pages/sweeps/page.tsx') },
  { path: '/sweeps/:name', name: 'sweeps', load: () => import('./pages/sweep/page.tsx') },
  { path: '/recipients', name: 'recipients', load: () => import('./pages/recipients/page.tsx') },
  { path: '/recipients/:id', name: 'recipients', load: () => import('./pages/recipient/page.tsx') },
  { path: '/plans', name: 'plans', load: () => import('./pages/plans/page.tsx') },
  { path: '/templates', name: 'templates', load: () => import('./pages/templates/page.tsx') },
  { path: '/templates/:name', name: 'templates', load: () => import('./pages/template/page.tsx') },
  { path: '/webhooks', name: 'webhooks', load: () => import('./pages/webhooks/page.tsx') },
  { path: '/webhooks/:id', name: 'webhooks', load: () => import('./pages/webhook/page.tsx') },
  { path: '/keys', name: 'keys', load: () => import('./pages/keys/page.tsx') },
  { path: '/audit', name: 'audit', load: () => import('./pages/audit/page.tsx') },
  { path: '/preview', name: 'preview', load: () => import('./pages/preview/page.tsx') },
]

/** The page of an address; null: there is none. */
export function routeOf(path: string): { route: PageRoute; params: PageProps } | null {
  for (const route of routes) {
    const params = matched(route.path, path)
    if (params) return { route, params }
  }
  return null
}

interface MenuGroup {
  readonly group: 'now' | 'what' | 'who' | 'how'
  readonly pages: readonly PageName[]
}

export const menu: readonly MenuGroup[] = [
  { group: 'now', pages: ['overview', 'upcoming', 'attention', 'deliveries'] },
  { group: 'what', pages: ['meetings', 'entities', 'alarms', 'sweeps'] },
  { group: 'who', pages: ['recipients'] },
  { group: 'how', pages: ['preview', 'plans', 'templates', 'webhooks', 'keys', 'audit'] },
]

/** Those that a thumb reaches on a phone; the rest is behind "More". */
export const tabs: readonly PageName[] = ['overview', 'upcoming', 'attention', 'meetings']

export const iconOf: Readonly<Record<PageName, IconName>> = {
  overview: 'overview',
  upcoming: 'upcoming',
  attention: 'attention',
  deliveries: 'deliveries',
  meetings: 'meetings',
  alarms: 'alarms',
  entities: 'bell',
  sweeps: 'sweeps',
  recipients: 'recipients',
  plans: 'plans',
  templates: 'templates',
  webhooks: 'webhooks',
  keys: 'keys',
  audit: 'audit',
  preview: 'preview',
}

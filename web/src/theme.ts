// Light, dark, or what the system says.

import { createKept } from './store.ts'

export type Theme = 'system' | 'light' | 'dark'

export const theme = createKept<Theme>('belfry.theme', 'system')

export function applyTheme(): void {
  const apply = () => {
    const chosen = theme.get()
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
  }
  apply()
  theme.watch(apply)
}

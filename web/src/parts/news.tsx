import { useWords } from '../language.ts'
import { news, showNews } from '../pages-of.ts'
import { useStore } from '../store.ts'
import { words } from '../words/core.ts'
import { Button } from './button.tsx'

/** Rows do not move under the pointer: whoever has scrolled down is told that there is something new, and goes there. */
export function News() {
  const w = useWords(words)
  if (useStore(news).size === 0) return null
  return (
    <div class="has-news" role="status">
      <Button kind="main" onPress={showNews}>
        {w.hasNews}
      </Button>
    </div>
  )
}

import { useEffect, useState } from 'preact/hooks'
import { BelfryApiError } from '../../../src/client/index.ts'
import { wordsOf } from '../api.ts'
import { useWords } from '../language.ts'
import { TextField } from '../parts/field.tsx'
import { Icon } from '../parts/icon.tsx'
import { NotKept, signIn } from '../session.ts'
import { words } from '../words/sign-in.ts'

export function SignIn() {
  const w = useWords(words)
  const [key, setKey] = useState('')
  const [error, setError] = useState<string | null>(null)
  const enter = async (by: Parameters<typeof signIn>[0]) => {
    try {
      setError(null)
      await signIn(by)
    } catch (refused) {
      const isOver = 'code' in by && refused instanceof BelfryApiError && refused.status === 401
      setError(refused instanceof NotKept ? w.notKept : isOver ? w.linkOver : wordsOf(refused))
    }
  }
  useEffect(() => {
    document.title = `${w.title} · Belfry`
    // The terminal's link carries a code behind the #, which browsers keep to themselves. It is good once.
    const code = /^#code=([\w-]+)$/.exec(location.hash)?.[1]
    if (location.hash !== '') history.replaceState(null, '', location.pathname)
    if (code) void enter({ code })
  }, [])
  return (
    <main class="sign-in" id="page">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void enter({ key: key.trim() })
        }}
      >
        <h1>
          <Icon name="bell" /> Belfry
        </h1>
        <p>{w.about}</p>
        <TextField
          label={w.key}
          type="password"
          value={key}
          onInput={setKey}
          hint={w.where}
          error={error}
          autofocus
          required
        />
        <button type="submit" class="button main">
          {w.enter}
        </button>
      </form>
    </main>
  )
}

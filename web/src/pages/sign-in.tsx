import { useEffect, useState } from 'preact/hooks'
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
  const enter = async (text: string) => {
    try {
      setError(null)
      await signIn(text.trim())
    } catch (refused) {
      setError(refused instanceof NotKept ? w.notKept : wordsOf(refused))
    }
  }
  useEffect(() => {
    document.title = `${w.title} · Belfry`
    // The terminal's link carries the key behind the #, which browsers keep to themselves.
    const given = /^#key=(.+)$/.exec(location.hash)?.[1]
    if (!given) return
    history.replaceState(null, '', location.pathname)
    void enter(decodeURIComponent(given))
  }, [])
  return (
    <main class="sign-in" id="page">
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void enter(key)
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

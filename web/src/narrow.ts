import { useEffect, useState } from 'preact/hooks'

const phone = matchMedia('(max-width: 760px)')

/** As wide as a phone; the same width as in the styles. */
export function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(phone.matches)
  useEffect(() => {
    const look = () => setNarrow(phone.matches)
    look()
    phone.addEventListener('change', look)
    return () => phone.removeEventListener('change', look)
  }, [])
  return isNarrow
}

// What a mail looks like. Its HTML goes into a page of its own, which lets styles in and no scripts (src/http/mail-frame.ts); so
// nothing of it touches the dashboard, nor asks anybody for anything.

import { useEffect, useRef, useState } from 'preact/hooks'

/** Above and below, as that page has them. */
const bodyMargins = 24

interface MailFrameProps {
  readonly title: string
  readonly html: string
}

export function MailFrame({ title, html }: MailFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  const [height, setHeight] = useState(200)
  useEffect(() => {
    const page = frame.current?.contentDocument
    if (!isLoaded || !page) return
    page.body.innerHTML = html
    setHeight(Math.min(600, Math.max(120, page.body.offsetHeight + bodyMargins)))
  }, [isLoaded, html])
  return (
    <iframe
      ref={frame}
      class="mail"
      title={title}
      src="/mail-frame"
      sandbox="allow-same-origin"
      style={{ height: `${height}px` }}
      onLoad={() => setLoaded(true)}
    />
  )
}

// A React application with the inbox in it, as somebody would write it. The test drives it through `app.set`, and reads what it was told.

import { useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import 'https://belfry.example/inbox.js'

function Shop({ begin }) {
  const [props, setProps] = useState(begin)
  const [unread, setUnread] = useState(0)
  useEffect(() => {
    globalThis.app.set = (change) => setProps((before) => ({ ...before, ...change }))
  }, [])
  const { isThere, ...rest } = props
  const tell = ({ type, detail }) => globalThis.app.told.push([type, detail])
  return (
    <header>
      <output>{unread} unread</output>
      {isThere && (
        <belfry-inbox
          {...rest}
          onbelfry-count={({ detail }) => setUnread(detail.unread)}
          onbelfry-item={tell}
          onbelfry-open={tell}
          onbelfry-token={tell}
        />
      )}
    </header>
  )
}

globalThis.app = {
  told: [],
  begin: (props) => createRoot(document.querySelector('#app')).render(<Shop begin={props} />),
}

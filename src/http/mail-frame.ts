// The empty page into which the dashboard puts what a mail would look like. Styles may stand inside it, as mails have them, and
// nothing else is let in: no script, no picture from elsewhere, no form. The dashboard writes into it from outside (it comes from the
// same origin), and it has no scripts of its own: what a template brings along cannot run, whatever it is.

import type { FastifyInstance } from 'fastify'

export const mailFramePath = '/mail-frame'

export const mailFramePolicy = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data:',
  "form-action 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
  // Without allow-scripts.
  'sandbox allow-same-origin',
].join('; ')

// Mails are read on white, also by who has the dashboard in the dark. A link would leave for a window that the sandbox does not open.
const page = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light"><base target="_blank"><title>Mail</title>
<style>body { margin: 12px; background: #fff; color: #1c1b19; font: 15px/1.5 system-ui, sans-serif; overflow-wrap: anywhere }</style></head>
<body></body>
</html>
`

export function serveMailFrame(app: FastifyInstance): void {
  app.get(mailFramePath, async (_request, reply) =>
    reply
      .headers({
        'cache-control': 'no-cache',
        'content-security-policy': mailFramePolicy,
        'x-frame-options': 'SAMEORIGIN',
      })
      .type('text/html; charset=utf-8')
      .send(page),
  )
}

// Templates over HTTP.

import { expect, it } from 'vitest'
import { useServer } from './serving.ts'

const server = useServer()
const path = '/v1/templates/soon'

it('are put, read, listed and removed by name and language', async () => {
  const { ask } = await server.start()
  const body = { for: { kind: '24h_before' }, subject: 'Soon: {{title}}', text: '{{title}}', html: '<p>{{title}}</p>' }
  const made = await ask('PUT', path, { body })
  expect(made).toMatchObject({ status: 201, body: { name: 'soon', locale: null, ...body, version: 1 } })
  expect(await ask('PUT', `${path}?locale=ko-kr`, { body })).toMatchObject({ status: 201, body: { locale: 'ko-KR' } })
  expect(await ask('PUT', path, { body: { html: null } })).toMatchObject({
    ...{ status: 200, body: { html: null, text: '{{title}}', for: { kind: '24h_before' }, version: 2 } },
  })
  expect(await ask('GET', `${path}?locale=ko-KR`)).toMatchObject({ status: 200, body: { html: '<p>{{title}}</p>' } })
  const listed = (await ask('GET', '/v1/templates')).body
  expect(listed).toMatchObject({
    items: [
      { name: 'soon', locale: null, parts: ['subject', 'text'] },
      { name: 'soon', locale: 'ko-KR', parts: ['subject', 'text', 'html'] },
    ],
    nextCursor: null,
  })
  expect(listed.items[0]).not.toHaveProperty('text')
  expect(await ask('DELETE', path)).toMatchObject({ status: 200, body: {} })
  expect(await ask('GET', path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await ask('DELETE', path)).toMatchObject({ status: 404 })
})

it('are refused with the place of what is wrong', async () => {
  const { ask } = await server.start()
  const put = (body: object) => ask('PUT', path, { body })
  expect(await put({ text: 'a', html: '<script>x</script>' })).toMatchObject({
    ...{ status: 400, body: { code: 'invalid_input', pointer: '/html' } },
  })
  expect((await put({ text: 'a', html: '<p>\n<form></form></p>' })).body.detail).toContain('line 2, column 1')
  expect(await put({ text: '{{nope}}' })).toMatchObject({ status: 400, body: { pointer: '/text' } })
  expect(await put({ text: 'a', colour: 'red' })).toMatchObject({ status: 400, body: { code: 'unknown_field' } })
  expect(await put({})).toMatchObject({ status: 400, body: { code: 'missing_field', pointer: '/text' } })
  // As large as a part may be, beside others.
  const most = { text: 'x'.repeat(65_536), html: 'x'.repeat(65_536), subject: 'x' }
  expect(await put(most)).toMatchObject({ status: 201 })
  expect((await put({ text: 'x'.repeat(65_537) })).status).toBeGreaterThanOrEqual(400)
  await ask('PUT', '/v1/templates/first', { body: { text: 'a', for: { kind: 'k' } } })
  const twice = await ask('PUT', '/v1/templates/second', { body: { text: 'b', for: { kind: 'k' } } })
  expect(twice).toMatchObject({ status: 409, body: { code: 'in_use', pointer: '/for' } })
})

it('are previewed without being kept', async () => {
  const { ask } = await server.start()
  const body = {
    template: { subject: '{{title}}', text: '{{data.url}}', html: '<p><a href="{{data.url}}">{{title}}</a></p>' },
    sample: { title: '<b>', data: { url: 'javascript:alert(1)' } },
  }
  const shown = await ask('POST', '/v1/templates/preview', { body })
  expect(shown).toMatchObject({
    status: 200,
    body: {
      template: null,
      problem: null,
      contents: {
        email: { subject: '<b>', text: 'javascript:alert(1)', html: '<p><a href="">&lt;b&gt;</a></p>' },
        push: { html: null },
        chat: { html: 'javascript:alert(1)' },
        plain: { html: null },
      },
    },
  })
  expect((await ask('GET', '/v1/templates')).body.items).toEqual([])
  expect(await ask('POST', '/v1/templates/preview', { body: { name: 'none' } })).toMatchObject({ status: 404 })
})

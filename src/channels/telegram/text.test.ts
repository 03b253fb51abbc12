import { describe, expect, it } from 'vitest'
import { cutWithMark } from '../../cut-text.ts'
import { cutHtml, textsOf, textUnitsMax } from './text.ts'

const cutText = (text: string) => cutWithMark(text, textUnitsMax)

/** As a reader sees it. */
const seen = (html: string) =>
  html
    .replace(/<[^>]*>/g, '')
    .replace(/&#x([0-9a-f]+);/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16)))
    .replace(/&lt;/g, '<')
    .replace(/&amp;/g, '&')

describe('a text that is too long', () => {
  it('is cut to 4,096 units, and only then', () => {
    expect(cutText('x'.repeat(4_096))).toBe('x'.repeat(4_096))
    expect(cutText('x'.repeat(4_097))).toBe(`${'x'.repeat(4_095)}…`)
    expect(cutHtml('x'.repeat(4_096))).toBe('x'.repeat(4_096))
    expect(cutHtml('x'.repeat(4_097))).toBe(`${'x'.repeat(4_095)}…`)
  })

  it('is never cut inside what a reader takes for one character', () => {
    const family = '👨‍👩‍👧‍👦'
    expect(cutText(`${'x'.repeat(4_090)}${family}`)).toBe(`${'x'.repeat(4_090)}…`)
    expect(cutHtml(`<b>${'x'.repeat(4_090)}${family}</b>`)).toBe(`<b>${'x'.repeat(4_090)}…</b>`)
  })

  it('is never cut inside a surrogate pair', () => {
    for (const cut of [cutText, cutHtml])
      for (const head of ['', 'x']) {
        const text = cut(head + '🔔'.repeat(3_000))
        expect(text.isWellFormed()).toBe(true)
        expect(text.length).toBeLessThanOrEqual(4_096)
        expect(text.length).toBeGreaterThanOrEqual(4_094)
      }
  })

  it('is never cut inside a tag or an entity, and what is open is closed', () => {
    expect(cutHtml('<b>abc</b>', 3)).toBe('<b>abc</b>')
    expect(cutHtml('<b>abcd</b>', 3)).toBe('<b>ab…</b>')
    expect(cutHtml('<b>a<i>bcd</i>e</b>', 3)).toBe('<b>a<i>b…</i></b>')
    const link = '<a href="https://example.com/?a=1&amp;b=2">'
    expect(cutHtml(`ab${link}cd</a>`, 4)).toBe(`ab${link}cd</a>`)
    expect(cutHtml(`ab${link}cd</a>`, 3)).toBe(`ab${link}…</a>`)
    const time = '<tg-time unix="1922432400" format="t">'
    expect(cutHtml(`ab${time}09:00</tg-time>`, 5)).toBe(`ab${time}09…</tg-time>`)
    expect(cutHtml('a&lt;&amp;&gt;', 4)).toBe('a&lt;&amp;&gt;')
    expect(cutHtml('a&lt;&amp;&gt;z', 4)).toBe('a&lt;&amp;…')
    expect(cutHtml('a&#x1F514;bc', 4)).toBe('a&#x1F514;…')
    expect(cutHtml('a&#x1F514;b', 3)).toBe('a…')
  })

  it('keeps a text of many small pieces within the limit', () => {
    const html = `<b>${'a &amp; <i>b</i> &#x1F514; '.repeat(700)}</b>`
    const cut = cutHtml(html)
    expect(seen(cut).length).toBeLessThanOrEqual(4_096)
    expect(seen(cut).length).toBeGreaterThan(4_090)
    expect(cut.match(/<b>|<i>/g)?.length).toBe(cut.match(/<\/b>|<\/i>/g)?.length)
  })
})

describe('the text of a message', () => {
  const content = {
    subject: 's',
    text: 'a < b & c',
    html: null,
    actions: null,
    span: null,
    calendar: null,
    recipientName: null,
    count: 1,
  }

  it('is the template’s HTML, or the text, escaped', () => {
    expect(textsOf({ title: null, body: null, content })).toEqual({ html: 'a &lt; b &amp; c', plain: 'a < b & c' })
    const rich = { ...content, html: '<b>a</b>' }
    expect(textsOf({ title: null, body: null, content: rich })).toEqual({ html: '<b>a</b>', plain: 'a < b & c' })
    expect(textsOf({ title: 'T<', body: 'b' })).toEqual({ html: 'T&lt;\n\nb', plain: 'T<\n\nb' })
    expect(textsOf({ title: '"', body: "'" }).html).toBe('&quot;\n\n&#39;')
  })

  it('is never empty', () => {
    for (const text of ['', ' \n'])
      expect(textsOf({ title: null, body: null, content: { ...content, subject: '', text } })).toEqual({
        html: '⏰',
        plain: '⏰',
      })
    expect(textsOf({ title: null, body: null }).html).toBe('⏰')
  })
})

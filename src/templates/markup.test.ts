import { describe, expect, it } from 'vitest'
import { readMarkup, scanMarkup } from './markup.ts'
import { chatRules, mailRules } from './markup-rules.ts'
import { Scanner } from './scanner.ts'
import { render } from './template.ts'

const mail = (html: string) => readMarkup(html, '/html', mailRules)
const chat = (html: string) => readMarkup(html, '/html', chatRules)
const said = (html: string, known: Record<string, string>, rules = mailRules) =>
  render(readMarkup(html, '/html', rules), (name) => known[name] ?? '')

describe('email', () => {
  it.each([
    '<p>Hello {{title}},</p>\n<p class="wide" style="color: #333; margin: 0">see you <strong>soon</strong>.<br/>&nbsp;</p>',
    '<table width="100%" cellpadding="0"><tr><td colspan="2">{{data.room}}</td></tr></table>',
    '<a href="{{link.done}}" title="{{title}}" target="_blank">Done</a>',
    "<a href='https://example.com/{{data.id}}?q={{data.q}}'>open</a>",
    '<a href="mailto:help@example.com">write</a><img src="https://example.com/a.png" alt="{{title}}" />',
    '<P><B>capitals</B></P>',
    'no tags at all, { and } and }}',
  ])('takes %j as it is', (html) => {
    expect(render(mail(html), (name) => `{{${name}}}`).length).toBeGreaterThan(0)
  })

  it.each([
    ['<script>alert(1)</script>', '<script> is not allowed', 'line 1, column 1'],
    ['<p>\n<ScRiPt src="https://example.com/x.js"></script></p>', '<script> is not allowed', 'line 2, column 1'],
    ['<p onclick="x()">a</p>', 'The event handler onclick', 'line 1, column 4'],
    ['<img src="https://example.com/a.png" onerror="x()">', 'The event handler onerror', 'column 38'],
    ['<img/onerror=x>', '<img> cannot be read', 'column 5'],
    ['<iframe src="https://example.com"></iframe>', '<iframe> is not allowed', 'column 1'],
    ['<form action="https://example.com"></form>', '<form> is not allowed', 'column 1'],
    ['<input name="a">', '<input> is not allowed', 'column 1'],
    ['<svg><a></a></svg>', '<svg> is not allowed', 'column 1'],
    ['<style>p{}</style>', '<style> is not allowed', 'column 1'],
    ['<base href="https://example.com">', '<base> is not allowed', 'column 1'],
    ['<meta content="x">', '<meta> is not allowed', 'column 1'],
    ['<a href="javascript:alert(1)">x</a>', 'Not a link', 'column 4'],
    ['<a href=" javascript:alert(1)">x</a>', 'Not a link', 'column 4'],
    ['<a href="java&#115;cript:alert(1)">x</a>', 'Not a link', 'column 4'],
    ['<a href="&#106;avascript:alert(1)">x</a>', 'Not a link', 'column 4'],
    ['<a href="data:text/html,x">x</a>', 'Not a link', 'column 4'],
    ['<a href="//example.com">x</a>', 'Not a link', 'column 4'],
    ['<a href="{{data.scheme}}://example.com">x</a>', 'Not a link', 'column 4'],
    ['<a href="">x</a>', 'Not a link', 'column 4'],
    ['<a href={{data.url}}>x</a>', 'href has no quotes', 'column 4'],
    ['<p class=wide>x</p>', 'class has no quotes', 'column 4'],
    ['<p class="{{data.x}}">x</p>', 'A placeholder in such an attribute', 'column 11'],
    ['<p style="color: {{data.x}}">x</p>', 'A placeholder in such an attribute', 'column 18'],
    ['<p style="background: url(https://example.com/x)">x</p>', 'A style that', 'column 4'],
    ['<p style="background: u\\72l(x)">x</p>', 'A style that', 'column 4'],
    ['<p srcdoc="x">x</p>', 'The attribute srcdoc', 'column 4'],
    ['<p {{data.x}}>x</p>', '<p> cannot be read', 'column 3'],
    ['<{{data.x}}>x</p>', 'A < that begins no tag', 'column 1'],
    ['<!-- x -->', 'A < that begins no tag', 'column 1'],
    ['<![CDATA[x]]>', 'A < that begins no tag', 'column 1'],
    ['5 < 6', 'A < that begins no tag', 'column 3'],
    ['<p>a', '<p> is not closed', 'column 5'],
    ['a</div>', '</div> closes nothing', 'column 2'],
    ['<p><b>a</p></b>', '</p> closes nothing', 'column 8'],
    ['<p title="a', 'An attribute does not end', 'column 12'],
    ['<p title="<b>">a</p>', 'A < in an attribute', 'column 11'],
    ['<p title="a"class="b">x</p>', '<p> cannot be read', 'column 13'],
    [`${'<div>'.repeat(101)}`, 'Too deep', 'column 501'],
  ])('refuses %j', (html, what, place) => {
    expect(() => mail(html)).toThrow(what)
    expect(() => mail(html)).toThrow(place)
  })

  it('writes each value for its place', () => {
    const html =
      '<p title="{{title}}">{{title}}</p><a href="{{data.url}}">x</a><a href="https://example.com/?q={{data.url}}">y</a>'
    expect(said(html, { title: '"<b>"\n\'', 'data.url': 'javascript:alert("1")' })).toBe(
      '<p title="&quot;&lt;b&gt;&quot; &#39;">&quot;&lt;b&gt;&quot;<br>\n&#39;</p><a href="">x</a>' +
        '<a href="https://example.com/?q=javascript%3Aalert(%221%22)">y</a>',
    )
    expect(said('<a href="{{data.url}}">x</a>', { 'data.url': 'https://example.com/a?b=1&c=2' })).toBe(
      '<a href="https://example.com/a?b=1&amp;c=2">x</a>',
    )
    expect(said('<img src="{{data.url}}">', { 'data.url': 'mailto:a@example.com' })).toBe('<img src="">')
  })
})

describe('chat', () => {
  it('takes the few tags that Telegram knows', () => {
    const html =
      '<b>{{title}}</b> <i>a</i> <u>b</u> <s>c</s> <code>d</code>\n<pre>e</pre> <a href="{{link.done}}">Done</a> &amp; &#8212;'
    expect(said(html, { title: '<i>', 'link.done': 'https://example.com/r/1' }, chatRules)).toBe(
      '<b>&lt;i&gt;</b> <i>a</i> <u>b</u> <s>c</s> <code>d</code>\n<pre>e</pre> <a href="https://example.com/r/1">Done</a> &amp; &#8212;',
    )
  })

  it.each([
    ['<p>a</p>', '<p> is not allowed'],
    ['a<br>b', '<br> is not allowed'],
    ['<b class="x">a</b>', 'The attribute class is not allowed'],
    ['<a href="mailto:a@example.com">a</a>', 'Not a link'],
    ['<a href="tg://user?id=1">a</a>', 'Not a link'],
    ['a&nbsp;b', 'An & that Telegram cannot read'],
    ['a & b', 'An & that Telegram cannot read'],
    ['<b>a', '<b> is not closed'],
  ])('refuses %j', (html, what) => {
    expect(() => chat(html)).toThrow(what)
  })
})

it('reading takes steps that grow with the length and nothing else', () => {
  const nasty = [
    '<',
    '<p>',
    '<p ',
    '</p>',
    '&',
    '&a',
    '<a href="',
    "<p title='",
    '<p title="a" ',
    '{{',
    '<br>',
    '<p></p>',
    ' ',
  ]
  const lengths = [1_000, 10_000, 60_000]
  for (const part of nasty) {
    for (const length of lengths) {
      for (const rules of [mailRules, chatRules]) {
        for (const head of ['', '<p title="', '<p ']) {
          const scanner = new Scanner(head + part.repeat(length / part.length), '/html')
          try {
            scanMarkup(scanner, rules)
          } catch {
            // what is refused has been read too
          }
          expect(scanner.steps).toBeLessThan(10 * (length + 20))
        }
      }
    }
  }
})

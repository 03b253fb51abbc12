import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { limits } from '../limits.ts'
import { type Form, write } from './escape.ts'
import { chatOf, htmlOf, linesOf, textOf } from './lines.ts'
import { Scanner } from './scanner.ts'
import { readTemplate, render, scanTemplate, TooLong, type Values } from './template.ts'

const values =
  (known: Record<string, string | readonly string[]>): Values =>
  (name) =>
    known[name] ?? ''
const say = (text: string, known: Record<string, string> = {}, form: Form = 'text') =>
  render(readTemplate(text, '/text', form), values(known))

describe('placeholders', () => {
  it.each([
    ['Hello {{title}}!', 'Hello Ana!'],
    ['{{ title }}{{title}}', 'AnaAna'],
    ['{{data.a-b_C.0}}', 'deep'],
    ['{ {title} } }}', '{ {title} } }}'],
    ['{{nothing}}', ''],
    ['한국 {{title}} 🙂', '한국 Ana 🙂'],
  ])('%s', (text, expected) => {
    expect(say(text, { title: 'Ana', 'data.a-b_C.0': 'deep' })).toBe(expected)
  })

  it.each([
    ['{{', 'line 1, column 1'],
    ['a\nb {{title', 'line 2, column 3'],
    ['{{#if title}}', 'line 1, column 1'],
    ['{{{title}}}', 'line 1, column 1'],
    ['{{> part}}', 'line 1, column 1'],
    ['{{title.}}', 'line 1, column 1'],
    ['{{.title}}', 'line 1, column 1'],
    ['{{a..b}}', 'line 1, column 1'],
    ['{{}}', 'line 1, column 1'],
    ['{{title()}}', 'line 1, column 1'],
    ['{{title\n}}', 'line 1, column 1'],
    [`{{${'a'.repeat(101)}}}`, 'line 1, column 1'],
  ])('refuses %j, and says where', (text, place) => {
    expect(() => readTemplate(text, '/text', 'text')).toThrow(place)
  })

  it('a value is never read as a template', () => {
    expect(say('{{title}}', { title: '{{body}}', body: 'no' })).toBe('{{body}}')
  })

  it('are bounded in number, and so is what comes out', () => {
    const most = '{{title}}'.repeat(limits.templatePlaceholdersMax)
    expect(say(most, { title: 'x' })).toHaveLength(limits.templatePlaceholdersMax)
    expect(() => readTemplate(`${most}{{title}}`, '/text', 'text')).toThrow('Too many placeholders')
    expect(() => say(most, { title: 'x'.repeat(1_000) })).toThrow(TooLong)
  })

  it('write a value once, and nothing after the first piece that is too much', () => {
    const items = ['x'.repeat(1_000)]
    const writes = vi.spyOn(items, 'map')
    const many = '{{items}}'.repeat(limits.templatePlaceholdersMax)
    const charsOf = (work: () => string) => {
      try {
        return work().length
      } catch (error) {
        return (error as TooLong).chars
      }
    }
    expect(charsOf(() => render(readTemplate(many, '/html', 'html'), values({ items })))).toBeLessThan(
      limits.messageCharsMax + 1_100,
    )
    expect(writes).toHaveBeenCalledTimes(1)
    const lines = linesOf(readTemplate(many.replaceAll('}}', '}}\n'), '/text', 'text'))
    expect(charsOf(() => htmlOf(lines, values({ items })))).toBeLessThan(limits.messageCharsMax + 1_100)
    // Whether it is there, and what it says.
    expect(writes).toHaveBeenCalledTimes(3)
  })

  it('take steps that grow with the length and nothing else', () => {
    const nasty = ['{', '{{', '{ ', '{{a}}', '}}', '{{a}', 'a{', ' ']
    for (const part of nasty) {
      const steps = [1_000, 10_000, 60_000].map((length) => {
        const scanner = new Scanner(part.repeat(length / part.length), '/text')
        try {
          scanTemplate(scanner, 'text')
        } catch {
          // what is refused has been read too
        }
        return scanner.steps
      })
      for (const [i, length] of [1_000, 10_000, 60_000].entries()) expect(steps[i]).toBeLessThan(8 * length)
    }
  })
})

describe('lines', () => {
  const lines = (text: string) => linesOf(readTemplate(text, '/text', 'text'))
  it.each([
    ['{{a}}\n\n{{b}}\n\nBye', { a: 'Hi' }, 'Hi\n\nBye'],
    ['{{a}}\n{{b}} {{a}}\nBye', { b: 'x' }, 'x \nBye'],
    ['Room: {{a}}', {}, 'Room: '],
    ['\n\n{{a}}\n\n\n\nBye\n\n', { a: '1\n2' }, '1\n2\n\nBye'],
    ['{{a}}', {}, ''],
  ])('%j: a line of nothing but empty placeholders is not there', (text, known, expected) => {
    expect(textOf(lines(text), values(known as Record<string, string>))).toBe(expected)
  })

  it('make paragraphs and lists of HTML, and text for chats', () => {
    const known = values({ title: 'A <b>', body: '1\n2', items: ['x & y', 'z\nz'] })
    const text = lines('{{title}}\n\n5 < 6\n{{body}}\n\n{{nothing}}\n\n{{items}}')
    expect(htmlOf(text, known, { isFirstBold: true })).toBe(
      '<p><strong>A &lt;b&gt;</strong></p>\n<p>5 &lt; 6<br>\n1<br>\n2</p>\n<ul>\n<li>x &amp; y</li>\n<li>z z</li>\n</ul>',
    )
    expect(chatOf(text, known, { isFirstBold: true })).toBe(
      '<b>A &lt;b&gt;</b>\n\n5 &lt; 6\n1\n2\n\n• x &amp; y\n• z z',
    )
    expect(textOf(text, known)).toBe('A <b>\n\n5 < 6\n1\n2\n\n- x & y\n- z z')
  })
})

describe('whatever a value says', () => {
  const nasty = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom(
      ...[
        '<script>',
        '"><img onerror=x>',
        "' onclick='x",
        '\r\nBcc: a@example.com',
        '\u2028x',
        '&lt;b&gt;',
        '{{title}}',
      ],
      ...['javascript:alert(1)', 'JaVaScRiPt:x', ' javascript:x', 'java\nscript:x', 'data:text/html,x', 'vbscript:x'],
      ...['https://example.com/"><b>', '//example.com', '\u0000<', 'http://a b', 'mailto:a@example.com?x=<'],
    ),
  )

  it('it opens no tag and ends no attribute', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        const html = write(value, 'html').replaceAll('<br>\n', '')
        for (const text of [html, write(value, 'attribute'), write(value, 'chat')]) expect(text).not.toMatch(/[<>"']/)
      }),
    )
  })

  it('it stays on one line', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        for (const form of ['line', 'attribute', 'url', 'webUrl', 'urlPart'] as const)
          expect(write(value, form)).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
      }),
    )
  })

  it('a text has no control characters but line breaks and tabs', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        expect(write(value, 'text')).not.toMatch(/(?![\n\t])\p{Cc}/u)
      }),
    )
  })

  it('a link is one of the web, or of mail, or none', () => {
    fc.assert(
      fc.property(nasty, (value) => {
        expect(write(value, 'url')).toMatch(/^$|^(https?|mailto):[^\s<>"']*$/)
        expect(write(value, 'webUrl')).toMatch(/^$|^https?:[^\s<>"']*$/)
        expect(write(value, 'urlPart')).toMatch(/^[\w.!~*()%-]*$/)
      }),
    )
  })

  it.each([
    ['javascript:alert(1)', ''],
    [' JAVASCRIPT:alert(1)', ''],
    ['java\tscript:alert(1)', ''],
    ['data:text/html,<b>', ''],
    ['//example.com', ''],
    ['https://example.com/?a=1&b="2"', 'https://example.com/?a=1&amp;b=%222%22'],
    ['mailto:ana@example.com', 'mailto:ana@example.com'],
  ])('%j as a link is %j', (value, link) => {
    expect(write(value, 'url')).toBe(link)
  })
})

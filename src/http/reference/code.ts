// Code with colours, made on the server: one expression finds texts, numbers, words and comments; the rest stays as it is.

import { type Html, html, type Piece } from './html.ts'

export type Language = 'json' | 'shell' | 'javascript'

const tokens: Readonly<Record<Language, RegExp>> = {
  json: /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<text>"(?:[^"\\]|\\.)*")|(?<number>-?\b\d[\d.eE+-]*)|(?<word>\b(?:true|false|null)\b)/g,
  shell: /(?<text>'(?:'\\''|[^'])*'|"(?:[^"\\]|\\.)*")|(?<comment>(?<=^|\s)#.*)|(?<word>^curl\b|(?<=\s)-[A-Za-z]\b)/gm,
  javascript:
    /(?<text>'(?:[^'\\]|\\.)*'|`[^`]*`)|(?<comment>\/\/.*)|(?<number>\b\d[\d.]*\b)|(?<word>\b(?:const|await|import|from|true|false|null)\b)/g,
}

export function coloured(code: string, language: Language): Html {
  const pieces: Piece[] = []
  let end = 0
  for (const found of code.matchAll(tokens[language])) {
    const [name] = Object.entries(found.groups ?? {}).find(([, text]) => text !== undefined) ?? ['']
    pieces.push(code.slice(end, found.index), html`<span class="c-${name}">${found[0]}</span>`)
    end = found.index + found[0].length
  }
  return html`${pieces}${code.slice(end)}`
}

/** A block that can be reached and scrolled by keyboard; the script adds a button that copies it. */
export function codeBlock(code: string, language: Language, label: string): Html {
  return html`<div class="code"><pre tabindex="0" role="group" aria-label="${label}"><code>${coloured(code, language)}</code></pre></div>`
}

export function jsonBlock(value: unknown, label: string): Html {
  return typeof value === 'string'
    ? codeBlock(value, 'shell', label)
    : codeBlock(JSON.stringify(value, null, 2) ?? 'null', 'json', label)
}

// The reference page at /docs: an OpenAPI document as one page that reads without a script and asks nobody else for anything.
// A policy as strict as `contentSecurityPolicy` holds: no inline script or style, nothing from another host.

import { readFileSync } from 'node:fs'
import { type CodeWords, problemShape } from './answers.ts'
import { begin } from './begin.ts'
import type { OpenApiDocument } from './document.ts'
import { type Html, html } from './html.ts'
import { methodBadge, operationSection } from './operation.ts'
import { type Book, bookOf, type Noun } from './operations.ts'
import { prose } from './prose.ts'

export const contentSecurityPolicy =
  "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

export interface ReferenceOptions {
  /** Where the two assets are served: `<base>/reference.css`, `<base>/reference.js`. Default `/docs`. */
  readonly base?: string
  /** Where the document itself is served. Default `/openapi.json`. */
  readonly documentUrl?: string
  /** A sentence for each error code, shown where an operation lists it. */
  readonly codes?: CodeWords
}

export interface ReferenceAsset {
  /** Below the base: `reference.css`. */
  readonly name: string
  readonly type: string
  readonly text: string
}

export function renderReference(document: OpenApiDocument, options: ReferenceOptions = {}): string {
  const { base = '/docs', documentUrl = '/openapi.json', codes = {} } = options
  const book = bookOf(document)
  return html`<!doctype html>
<html lang="en" data-server="${book.server}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${document.info.title}: API reference</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="${base}/reference.css">
<script src="${base}/reference.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
${header(book, documentUrl)}
<div class="page">
${navigation(book)}
<main id="content" tabindex="-1">
${begin(book)}
${problemShape(book)}
${book.nouns.map((noun) => nounSection(noun, book, codes))}
</main>
</div>
<p class="unseen" role="status" id="said"></p>
</body>
</html>
`.toString()
}

/** The two files beside this one. Read when asked for: once, by whoever serves them. */
export function readReferenceAssets(): readonly ReferenceAsset[] {
  const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
  return [
    { name: 'reference.css', type: 'text/css; charset=utf-8', text: read('reference.css') },
    { name: 'reference.js', type: 'text/javascript; charset=utf-8', text: read('reference.js') },
  ]
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b5f63"/><path d="M8 3a3.5 3.5 0 0 0-3.5 3.5V9L3.4 11h9.2L11.5 9V6.5A3.5 3.5 0 0 0 8 3Zm-1.3 9a1.3 1.3 0 0 0 2.6 0Z" fill="#fff"/></svg>',
)}`

function header({ document }: Book, documentUrl: string): Html {
  return html`<header class="top">
<h1 class="name"><a href="#begin">${document.info.title}</a> <span class="version">${document.info.version}</span></h1>
<p class="more"><a href="${documentUrl}">openapi.json</a></p>
<button type="button" class="menu quiet" aria-expanded="false" aria-controls="nouns" hidden>Contents</button>
</header>`
}

function navigation(book: Book): Html {
  const hasErrors = book.nouns.some(({ operations }) =>
    operations.some(({ answers }) => answers.some((answer) => answer.isProblem)),
  )
  return html`<nav id="nouns" aria-label="Operations">
<div class="filter" hidden><label class="unseen" for="filter">Filter the operations</label>
<input id="filter" type="search" placeholder="Filter ( / )" autocomplete="off" spellcheck="false"></div>
<ul class="first"><li><a href="#begin">Begin here</a></li>${hasErrors && html`<li><a href="#errors">Errors</a></li>`}</ul>
${book.nouns.map(
  (noun) =>
    html`<div class="noun"><h2>${noun.name}</h2><ul>${noun.operations.map(
      ({ id, method, path, title }) =>
        html`<li data-words="${`${id} ${method} ${path} ${title} ${noun.name}`.toLowerCase()}"><a href="#${id}">${methodBadge(method)} <span>${title}</span></a></li>`,
    )}</ul></div>`,
)}
<p class="none" hidden>Nothing of that name.</p>
</nav>`
}

function nounSection(noun: Noun, book: Book, codes: CodeWords): Html {
  return html`<section class="noun-head" aria-labelledby="noun-${anchor(noun)}">
<h2 id="noun-${anchor(noun)}">${noun.name}</h2>${prose(noun.description)}
</section>
${noun.operations.map((listed) => operationSection(listed, book, codes))}`
}

function anchor({ name }: Noun): string {
  return name.toLowerCase().replaceAll(/[^\w-]+/g, '-')
}

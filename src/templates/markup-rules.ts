// Which markup templates may have: lists of what is allowed, because nobody can list everything that is dangerous.

/** `text`: may hold placeholders. `link`: an address of an allowed kind. `style`: harmless declarations. `fixed`: as it is written. */
export type AttributeKind = 'text' | 'link' | 'style' | 'fixed'

export interface MarkupRules {
  /** Where its values stand between tags. */
  readonly form: 'html' | 'chat'
  readonly elements: ReadonlySet<string>
  readonly attributes: Readonly<Record<string, AttributeKind>>
  /** How a link may begin. */
  readonly schemes: readonly string[]
  /** Names of characters, such as `nbsp`; null: all of HTML's. */
  readonly entities: ReadonlySet<string> | null
  /** What is allowed, in words. */
  readonly accepted: string
}

/** Elements that hold nothing and are not closed. */
export const voidElements: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'col', 'wbr'])

const mailElements = [
  ...['a', 'abbr', 'address', 'article', 'b', 'blockquote', 'br', 'caption', 'center', 'code', 'col', 'colgroup', 'dd'],
  ...['del', 'div', 'dl', 'dt', 'em', 'figcaption', 'figure', 'font', 'footer', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6'],
  ...['header', 'hr', 'i', 'img', 'ins', 'li', 'mark', 'ol', 'p', 'pre', 's', 'section', 'small', 'span', 'strong'],
  ...['sub', 'sup', 'table', 'tbody', 'td', 'tfoot', 'th', 'thead', 'time', 'tr', 'u', 'ul', 'wbr'],
]

const fixed = [
  ...[
    'align',
    'bgcolor',
    'border',
    'cellpadding',
    'cellspacing',
    'class',
    'color',
    'colspan',
    'datetime',
    'dir',
    'face',
  ],
  ...['height', 'id', 'lang', 'rel', 'role', 'rowspan', 'scope', 'size', 'span', 'start', 'target', 'valign', 'width'],
]

/** The body of an email. */
export const mailRules: MarkupRules = {
  form: 'html',
  elements: new Set(mailElements),
  attributes: {
    ...Object.fromEntries(fixed.map((name) => [name, 'fixed' as const])),
    ...{ alt: 'text', title: 'text', 'aria-label': 'text', href: 'link', src: 'link', style: 'style' },
  },
  schemes: ['https://', 'http://', 'mailto:'],
  entities: null,
  accepted:
    'the elements of a letter (p, h1, ul, table, a, img, strong …), without scripts, event handlers, frames and forms',
}

/** What Telegram knows. */
export const chatRules: MarkupRules = {
  form: 'chat',
  elements: new Set(['a', 'b', 'code', 'i', 'pre', 's', 'u']),
  attributes: { href: 'link' },
  schemes: ['https://', 'http://'],
  entities: new Set(['lt', 'gt', 'amp', 'quot']),
  accepted: '<b>, <i>, <u>, <s>, <code>, <pre> and <a href="https://…">',
}

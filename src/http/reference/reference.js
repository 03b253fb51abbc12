// What the page can do beyond being read: filter, copy, follow the place, and call an operation. Everything that comes back is put
// in as text. The key is held by the input fields alone: nothing here writes to any storage.

const page = document.documentElement
const all = (selector, inside = document) => [...inside.querySelectorAll(selector)]

// A server behind a proxy may live below a path, which the document then names.
const below = new URL(page.dataset.server).pathname.replace(/\/$/, '')

page.classList.add('script')
showServer()
addFilter()
addMenu()
followPlace()
followLanguage()
addCopyButtons()
addTryIt()
openForPrinting()

/** The examples carry the address in the document; the reader's own is the one that works from where they are. */
function showServer() {
  const { server } = page.dataset
  const here = `${location.origin}${below}`
  if (server === here) return
  for (const code of all('pre code')) {
    const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) texts.currentNode.data = texts.currentNode.data.replaceAll(server, here)
  }
}

function say(text) {
  document.getElementById('said').textContent = text
}

function addFilter() {
  const field = document.getElementById('filter')
  const items = all('nav [data-words]')
  field.parentElement.hidden = false
  const apply = () => {
    const words = field.value.toLowerCase().split(/\s+/).filter(Boolean)
    for (const item of items) item.hidden = !words.every((word) => item.dataset.words.includes(word))
    for (const noun of all('nav .noun')) noun.hidden = !noun.querySelector('[data-words]:not([hidden])')
    const shown = items.filter((item) => !item.hidden)
    document.querySelector('nav .none').hidden = shown.length > 0
    if (words.length > 0) say(`${shown.length} of ${items.length} operations`)
    return shown
  }
  field.addEventListener('input', apply)
  field.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') apply()[0]?.querySelector('a').click()
    if (event.key !== 'Escape') return
    field.value = ''
    apply()
  })
  document.addEventListener('keydown', (event) => {
    const isWriting = event.target.closest('input:not([type=radio]), textarea, select')
    if (event.key !== '/' || isWriting || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    openMenu(true)
    field.focus()
  })
}

function openMenu(isOpen) {
  document.querySelector('nav').classList.toggle('open', isOpen)
  document.querySelector('.menu').setAttribute('aria-expanded', String(isOpen))
}

function addMenu() {
  const button = document.querySelector('.menu')
  button.hidden = false
  button.addEventListener('click', () => openMenu(button.getAttribute('aria-expanded') !== 'true'))
  document.querySelector('nav').addEventListener('click', (event) => {
    if (event.target.closest('a')) openMenu(false)
  })
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return
    openMenu(false)
    button.focus()
  })
}

/** Marks where the reader is: the last section whose head has passed the top third of the window. */
function followPlace() {
  const sections = all('[data-section]')
  const links = new Map(all('nav a').map((link) => [link.hash.slice(1), link]))
  let current
  const mark = () => {
    const line = innerHeight / 3
    const here = sections.findLast((section) => section.getBoundingClientRect().top <= line) ?? sections[0]
    const link = links.get(here?.id)
    if (link === current) return
    current?.removeAttribute('aria-current')
    link?.setAttribute('aria-current', 'true')
    // The list scrolls by itself only where it stands beside the page.
    if (link && matchMedia('(min-width: 48.0625rem)').matches) link.scrollIntoView({ block: 'nearest' })
    current = link
  }
  let isAsked = false
  const ask = () => {
    if (isAsked) return
    isAsked = true
    requestAnimationFrame(() => {
      isAsked = false
      mark()
    })
  }
  addEventListener('scroll', ask, { passive: true })
  addEventListener('resize', ask, { passive: true })
  mark()
}

/** A language chosen in one place is chosen everywhere, and the place that was chosen in does not move. */
function followLanguage() {
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tabs > input')) return
    const before = target.getBoundingClientRect().top
    for (const input of all(`.tabs > input[value="${target.value}"]`)) input.checked = true
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' })
  })
}

function addCopyButtons() {
  for (const block of all('.code')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    button.addEventListener('click', () => copy(block.querySelector('code'), button))
    block.append(button)
  }
}

async function copy(code, button) {
  try {
    await navigator.clipboard.writeText(code.textContent)
    button.textContent = 'Copied'
    say('Copied')
  } catch {
    // No clipboard over plain http: what is selected can be copied by hand.
    getSelection().selectAllChildren(code)
    button.textContent = 'Selected'
    say('Selected, copy it with the keyboard')
  }
  setTimeout(() => {
    button.textContent = 'Copy'
  }, 2000)
}

function addTryIt() {
  for (const box of all('.try')) {
    box.hidden = false
    box.querySelector('form').addEventListener('submit', (event) => {
      event.preventDefault()
      void send(event.target, box.querySelector('.result'))
    })
  }
  document.addEventListener('input', ({ target }) => {
    if (target.matches('[data-key]')) for (const field of all('[data-key]')) field.value = target.value
  })
  // A page that is kept for the back button would keep the key with it.
  addEventListener('pagehide', () => {
    for (const field of all('[data-key]')) field.value = ''
  })
}

async function send(form, result) {
  const request = requestOf(form)
  result.replaceChildren()
  result.hidden = false
  if (request.mistake) {
    add(result, 'p', request.mistake, 'failed')
    form.elements.body.focus()
    return
  }
  const stop = new AbortController()
  const stopButton = form.querySelector('[data-stop]')
  stopButton.hidden = false
  stopButton.onclick = () => stop.abort()
  const began = performance.now()
  try {
    const answer = await fetch(request.url, { ...request.options, signal: stop.signal })
    const tookMs = Math.round(performance.now() - began)
    const head = add(result, 'h5', '')
    add(head, 'span', String(answer.status), `status ${kindOf(answer.status)}`)
    head.append(` ${answer.statusText} · ${tookMs} ms`)
    const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n')
    addBlock(result, headers, 'Headers of the answer')
    await showBody(answer, addBlock(result, '', 'Body of the answer'))
  } catch (error) {
    add(result, 'p', stop.signal.aborted ? 'Stopped.' : `No answer: ${error.message}`, 'failed')
  } finally {
    stopButton.hidden = true
  }
}

function requestOf(form) {
  const headers = new Headers()
  const query = new URLSearchParams()
  let path = form.dataset.path
  for (const field of all('[name]', form)) {
    const [place, name] = field.name.split(/:(.*)/s)
    if (place === 'path') path = path.replace(`{${name}}`, () => encodeURIComponent(field.value))
    if (field.value === '') continue
    if (place === 'query') query.append(name, field.value)
    if (place === 'header') headers.set(name, field.value)
  }
  const key = form.querySelector('[data-key]')?.value.trim()
  if (key) headers.set('authorization', `Bearer ${key}`)
  const body = form.elements.body?.value.trim() || undefined
  if (body) headers.set('content-type', form.elements.body.dataset.type)
  const mistake = body && form.elements.body.dataset.type.includes('json') ? jsonMistake(body) : undefined
  const text = query.toString()
  const url = `${below}${path}${text && `?${text}`}`
  return {
    url,
    mistake,
    options: { method: form.dataset.method, headers, body, credentials: 'omit', cache: 'no-store' },
  }
}

function jsonMistake(text) {
  try {
    JSON.parse(text)
  } catch (error) {
    return `The body is not JSON: ${error.message}`
  }
}

/** As it comes, because a feed of events does not end; 256 KiB are enough to look at. */
async function showBody(answer, block) {
  const charactersMax = 262_144
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) break
    text += value
    block.textContent = text
    if (text.length < charactersMax) continue
    block.textContent = `${text.slice(0, charactersMax)}\n… and more`
    await reader.cancel()
    return
  }
  if (answer.headers.get('content-type')?.includes('json')) text = readable(text)
  block.textContent = text === '' ? '(no body)' : text
}

function readable(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text
  }
}

function kindOf(status) {
  if (status < 400) return 'good'
  return status < 500 ? 'caller' : 'server'
}

function addBlock(parent, text, label) {
  const block = add(parent, 'pre', text)
  block.tabIndex = 0
  block.setAttribute('role', 'group')
  block.setAttribute('aria-label', label)
  return block
}

function add(parent, name, text, className = '') {
  const element = document.createElement(name)
  element.textContent = text
  element.className = className
  parent.append(element)
  return element
}

/** A closed part is not printed. */
function openForPrinting() {
  let opened = []
  addEventListener('beforeprint', () => {
    opened = all('details.answer:not([open])')
    for (const part of opened) part.open = true
  })
  addEventListener('afterprint', () => {
    for (const part of opened) part.open = false
  })
}

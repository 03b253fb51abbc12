// .dockerignore, as Docker reads it: the last pattern that matches a path or a folder above it decides.

export function ignoring(text: string): (path: string) => boolean {
  const patterns = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => ({
      isKept: line.startsWith('!'),
      matches: expression(line.replace(/^!/, '').replace(/^\/|\/$/g, '')),
    }))
  return (path) => {
    const steps = path.split('/')
    const places = steps.map((_, i) => steps.slice(0, i + 1).join('/'))
    const last = patterns.findLast(({ matches }) => places.some((place) => matches.test(place)))
    return last !== undefined && !last.isKept
  }
}

function expression(pattern: string): RegExp {
  const source = pattern
    .split(/(\*\*\/|\*\*|\*|\?)/)
    .map(
      (part) =>
        ({ '**/': '(?:.*/)?', '**': '.*', '*': '[^/]*', '?': '[^/]' })[part] ??
        part.replaceAll(/[.+^${}()|[\]\\]/g, '\\$&'),
    )
    .join('')
  return new RegExp(`^${source}$`)
}

// `localStorage.debug = 'alarm'` (or `*`) shows in the browser's console what the page does: what it asks for, what comes live.

let isOn: boolean | undefined

export function debug(...what: readonly unknown[]): void {
  isOn ??= wanted()
  if (isOn) console.debug('[belfry]', ...what)
}

function wanted(): boolean {
  try {
    return /(^|[\s,])(alarm|belfry|\*)([\s,]|$)/.test(localStorage.getItem('debug') ?? '')
  } catch {
    return false
  }
}

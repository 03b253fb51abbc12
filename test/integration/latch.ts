// A gate that a test opens: what waits for it is held exactly where the test wants it.

export interface Latch {
  readonly opened: Promise<void>
  open(): void
}

export function latch(): Latch {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open: () => open() }
}

export interface FoundChromium {
  readonly executablePath: string
  /** What it needs in its environment. */
  readonly env: Readonly<Record<string, string>>
}

export function findChromium(): FoundChromium | null
export function findShell(): FoundChromium | null
export function getChromium(): FoundChromium

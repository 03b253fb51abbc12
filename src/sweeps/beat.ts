// A run that says nothing for ten minutes is taken for one whose process is gone, where no connection tells otherwise.

/** Far below ten minutes: a beat may be lost. */
export const stillThereEveryMs = 60_000

/** While the work lasts, says now and then that it does. */
export async function beatingWhile<T>(work: Promise<T>, beat: () => Promise<void>): Promise<T> {
  const timer = setInterval(() => void beat(), stillThereEveryMs).unref()
  try {
    return await work
  } finally {
    clearInterval(timer)
  }
}

// Nobody may take a system whose time is driven for a real one.

export function bannerText(now: Date | null): string {
  const line = '*'.repeat(76)
  const at = now ? `It stands at ${now.toISOString()}.` : 'It stands still when a server has started.'
  return `${line}\n  THE CLOCK OF THIS BELFRY IS DRIVEN. ${at}\n  Nothing rings until it is moved: belfry clock --advance PT1H\n${line}\n`
}

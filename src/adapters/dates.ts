/**
 * Dates as text with their zone. Prisma would write them without, and PostgreSQL would read them in the session's zone;
 * Drizzle over postgres.js refuses them.
 */
export function datesAsText(values: readonly unknown[]): unknown[] {
  return values.map((value) => (value instanceof Date ? value.toISOString() : value))
}

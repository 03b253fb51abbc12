// What Belfry asks of a logger: pino's shape, so that a pino instance, or four functions, can be passed in. Lines carry
// ids, counts and durations, never message texts or addresses.

export interface Logger {
  debug(fields: object, message: string): void
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

export const silentLogger: Logger = {
  debug: () => {},
  info: () => {},
  warn: () => {},
  error: () => {},
}

/** `DEBUG=alarm`, `DEBUG=belfry:*`, `DEBUG=belfry:fire,alarm`: does the pattern list select this namespace? */
export function debugSelects(patterns: string | undefined, namespace: string): boolean {
  return (patterns ?? '')
    .split(/[\s,]+/)
    .filter((pattern) => pattern !== '')
    .some((pattern) => matches(pattern, namespace))
}

function matches(pattern: string, namespace: string): boolean {
  if (pattern === '*') return true
  if (pattern.endsWith('*'))
    return `belfry:${namespace}`.startsWith(pattern.slice(0, -1)) || namespace.startsWith(pattern.slice(0, -1))
  return pattern === namespace || pattern === `belfry:${namespace}`
}

/** A logger whose lines name their part of Belfry, and whose debug lines appear only where DEBUG selects it. */
export function namespaced(logger: Logger, namespace: string, debugPatterns?: string): Logger {
  const on = debugSelects(debugPatterns, namespace)
  return {
    debug: (fields, message) =>
      on
        ? logger.info({ ns: namespace, debug: true, ...fields }, message)
        : logger.debug({ ns: namespace, ...fields }, message),
    info: (fields, message) => logger.info({ ns: namespace, ...fields }, message),
    warn: (fields, message) => logger.warn({ ns: namespace, ...fields }, message),
    error: (fields, message) => logger.error({ ns: namespace, ...fields }, message),
  }
}

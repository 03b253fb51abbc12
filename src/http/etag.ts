// What a caller has of an answer already.

/** A proxy that packs an answer makes its ETag a weak one: the version is the same. */
export function isKnown(etag: string, header: string | undefined): boolean {
  const known = header?.split(',').map((one) => one.trim().replace(/^W\//, ''))
  return known?.some((one) => one === etag.replace(/^W\//, '') || one === '*') ?? false
}

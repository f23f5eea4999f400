const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

/** The beginning of a platform's long identifier, enough to find it in the file; other values unchanged. */
export function shortId(value: string): string {
  return UUID.test(value) ? `${value.slice(0, 8)}…` : value
}

/** A long identifier, shortened, with the name that the file has for it; other values unchanged. */
export function readableKey(value: string, label: string): string {
  const short = shortId(value)
  return short === value || label === '' ? short : `${label} (${short})`
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i

/** A platform's long identifier by its beginning: enough to find it in the file, and no more to read. Others as they are. */
export function shortId(value: string): string {
  return UUID.test(value) ? `${value.slice(0, 8)}…` : value
}

/** A long identifier with the name that the file has for it; others as they are. */
export function readableKey(value: string, label: string): string {
  const short = shortId(value)
  return short === value || label === '' ? short : `${label} (${short})`
}

const BROWSERS = [
  ['Edge', /\bEdg/],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /SamsungBrowser/],
  ['Firefox', /Firefox|FxiOS/],
  ['Chrome', /Chrome|CriOS/],
  ['Safari', /Safari/],
] as const

const SYSTEMS = [
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Android', /Android/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

/**
 * Names a browser as "Chrome · Windows" from what it says of itself: enough for a person to recognise it. `null` when
 * it says nothing known.
 */
export function deviceName(userAgent: string | null): string | null {
  const agent = userAgent ?? ''
  const names = [BROWSERS, SYSTEMS].map((known) => known.find(([, sign]) => sign.test(agent))?.[0])
  return names.filter((name) => name !== undefined).join(' · ') || null
}

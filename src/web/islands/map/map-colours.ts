/** The map's colours, read from the design tokens of the page. */
export type MapColours = ReturnType<typeof readColours>

export function readColours() {
  const styles = getComputedStyle(document.documentElement)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const paper = token('--paper')
  return {
    sea: mixColours(token('--blue-line'), token('--card'), 0.62),
    land: paper,
    other: mixColours(token('--wash-strong'), paper, 0.7),
    line: token('--line-strong'),
    river: token('--blue-line'),
    road: mixColours(token('--amber'), paper, 0.65),
    street: token('--card'),
    streetEdge: token('--line-strong'),
    green: mixColours(token('--select'), paper, 0.6),
    text: token('--text-soft'),
    halo: paper,
    card: token('--card'),
    strong: token('--text'),
    moving: token('--done'),
    stopped: token('--edge'),
    offline: token('--amber'),
    // No colour of a state: the cars of a group may be in any.
    group: token('--text'),
    groupText: token('--card'),
  }
}

/** Mixes two colours, `share` of the first: MapLibre reads plain colours alone. */
function mixColours(one: string, other: string, share: number): string {
  const [a, b] = [partsOf(one), partsOf(other)]
  return `rgb(${a.map((part, at) => Math.round(part * share + (b[at] ?? 0) * (1 - share))).join(',')})`
}

/** Red, green and blue of `#abc` or `#aabbcc`. */
function partsOf(colour: string): number[] {
  const digits = colour.replace('#', '')
  const long = digits.length === 3 ? [...digits].map((digit) => digit + digit).join('') : digits
  return [0, 2, 4].map((at) => Number.parseInt(long.slice(at, at + 2), 16))
}

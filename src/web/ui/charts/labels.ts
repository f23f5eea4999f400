/** Words for a mark of a picture; a list has the most important first. */
export type Label = {
  key: string
  /** Position of the mark: percent from the left, pixels from the top. */
  at: number
  y: number
  lines: readonly string[]
  /** A shorter label, if there is no room for the whole one. */
  short?: readonly string[]
  /** Other positions of the words, each in pixels from the mark to the foot of the last line. By default above the mark, then below. */
  offsets?: readonly number[]
}

export type PlacedLabel = Label & {
  /** Foot of the first line. */
  top: number
  anchor: Anchor
  /** The pictures that show the words: all, only wide ones, or only narrow ones, with the short label. */
  shown: 'always' | 'wide' | 'narrow'
}

type Anchor = 'start' | 'middle' | 'end'

/** Something that words may not cover: a bar (a box), or a line between two points. */
export type Obstacle =
  | { kind: 'box'; from: number; to: number; top: number; bottom: number }
  | { kind: 'line'; from: Point; to: Point }

type Point = { at: number; y: number }
type Box = { left: number; right: number; top: number; bottom: number }

/**
 * Widths in pixels: of the narrowest picture (a phone of 360, without the edges of its card and an axis), and of one with
 * room for more words.
 */
export const [NARROW, WIDE] = [232, 640]
export const LINE = 16
const ABOVE_AND_BELOW = [-10, 20]
const GAP = 6

/**
 * Places labels so that they never cover one another, a line or a bar, and never leave the edge; a label without room is
 * left to the table. A position that is free at one width is free at every greater one, because words keep their width while
 * marks move apart.
 */
export function placeLabels(
  labels: readonly Label[],
  obstacles: readonly Obstacle[],
  { height }: { height: number },
): PlacedLabel[] {
  const placed: PlacedLabel[] = []
  for (const width of [NARROW, WIDE]) {
    for (const label of labels) {
      const shownHere = placed.filter(({ shown }) => width === NARROW || shown !== 'narrow')
      if (shownHere.some(({ key }) => key === label.key)) continue
      const occupied = shownHere.map((placedLabel) => boxOf(placedLabel, placedLabel.top, placedLabel.anchor, width))
      const isFree = (box: Box) =>
        box.left >= 0 &&
        box.right <= width &&
        box.top >= 0 &&
        box.bottom <= height &&
        !occupied.some((occupiedBox) => boxesOverlap(occupiedBox, box)) &&
        !obstacles.some((obstacle) => isOver(obstacle, box, width))
      const choices = label.short ? [label, { ...label, lines: label.short }] : [label]
      const found = choices
        .flatMap((way) => placesOf(way).map((place) => ({ ...way, ...place })))
        .find((way) => isFree(boxOf(way, way.top, way.anchor, width)))
      if (!found) continue
      const shown = width === WIDE ? 'wide' : found.lines === label.lines ? 'always' : 'narrow'
      placed.push({ ...found, shown })
    }
  }
  return placed
}

/** The width of words in a picture's font, in pixels, estimated rather too wide than too narrow. */
export function widthOf(words: string): number {
  return [...words].reduce(
    (width, letter) => width + (/[ ,.:;'ijlItfr\u00A0]/.test(letter) ? 4.6 : /[mwMW€%@]/.test(letter) ? 11 : 7.8),
    0,
  )
}

function placesOf({ y, lines, offsets = ABOVE_AND_BELOW }: Label): { top: number; anchor: Anchor }[] {
  return offsets.flatMap((offset) =>
    (['middle', 'end', 'start'] as const).map((anchor) => ({
      top: offset < 0 ? y + offset - (lines.length - 1) * LINE : y + offset,
      anchor,
    })),
  )
}

/** The box that a label takes. */
export function boxOf({ at, lines }: Pick<Label, 'at' | 'lines'>, top: number, anchor: Anchor, width: number): Box {
  const x = (at / 100) * width
  const wide = Math.max(...lines.map(widthOf))
  const left = anchor === 'start' ? x : anchor === 'end' ? x - wide : x - wide / 2
  return { left, right: left + wide, top: top - 11, bottom: top + (lines.length - 1) * LINE + 4 }
}

export function boxesOverlap(one: Box, other: Box): boolean {
  return (
    one.left < other.right + GAP && other.left < one.right + GAP && one.top < other.bottom && other.top < one.bottom
  )
}

function isOver(obstacle: Obstacle, box: Box, width: number): boolean {
  const x = (at: number) => (at / 100) * width
  if (obstacle.kind === 'box') {
    const { from, to, top, bottom } = obstacle
    return boxesOverlap({ left: x(from) + GAP, right: x(to) - GAP, top, bottom }, box)
  }
  const [left, right] = [x(obstacle.from.at), x(obstacle.to.at)]
  if (right < box.left || left > box.right) return false
  const slope = right === left ? 0 : (obstacle.to.y - obstacle.from.y) / (right - left)
  const yAt = (at: number) => obstacle.from.y + (Math.min(Math.max(at, left), right) - left) * slope
  const ys = [yAt(box.left), yAt(box.right)]
  return Math.min(...ys) < box.bottom + 2 && Math.max(...ys) > box.top - 2
}

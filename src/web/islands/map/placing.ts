/** Pixels of the whole world at zoom 0. */
const WORLD = 512

/** Where a place lies on a map of the whole world (Mercator), in pixels of a zoom. */
export function worldPoint({ lat, lon }: { lat: number; lon: number }, zoom: number): { x: number; y: number } {
  const size = WORLD * 2 ** zoom
  const north = Math.log(Math.tan(Math.PI / 4 + (lat * Math.PI) / 360))
  return { x: ((180 + lon) / 360) * size, y: ((180 - (180 / Math.PI) * north) / 360) * size }
}

/** Pixels per kilometre, at a latitude and a zoom. */
export function pixelsOfKilometre(lat: number, zoom: number): number {
  return (WORLD * 2 ** zoom) / (40_075.017 * Math.cos((lat * Math.PI) / 180))
}

export type Placed<Mark> = { x: number; y: number; members: readonly Mark[] }

/** Gathers things that lie together: one result for each square of `square` pixels, in the middle of what lies in it. */
export function groupBySquare<Mark>(
  all: readonly { x: number; y: number; mark: Mark }[],
  square: number,
  origin: { x: number; y: number },
): Placed<Mark>[] {
  const squares = new Map<string, { x: number; y: number; members: Mark[] }>()
  for (const { x, y, mark } of all) {
    // The grid is fixed to the world, not to the screen, so that things stay together while the map moves.
    const name = `${Math.floor((x + origin.x) / square)} ${Math.floor((y + origin.y) / square)}`
    const found = squares.get(name)
    if (!found) squares.set(name, { x, y, members: [mark] })
    else {
      const count = found.members.push(mark)
      found.x += (x - found.x) / count
      found.y += (y - found.y) / count
    }
  }
  return [...squares.values()]
}

/** Radius in pixels of the dot of one car. */
export const DOT_RADIUS = 7
/** Below this zoom, cars close to each other are one dot with their number. */
const GROUPED_BELOW = 10.5
/** Side in pixels of the square whose cars become one dot there. */
const SQUARE = 46

/**
 * Side in pixels of the square whose cars become one dot at a zoom. Nearer than that, cars are one dot where their dots
 * would lie on each other: else a yard full of cars would look like one car.
 */
export function squareAt(zoom: number): number {
  return zoom < GROUPED_BELOW ? SQUARE : 2 * DOT_RADIUS
}

/** Of several at one point, the one to choose next: pressed again and again, each has its turn. */
export function chooseNext<Mark extends { id: string }>(members: readonly Mark[], chosen: string | null): Mark | null {
  const at = members.findIndex(({ id }) => id === chosen)
  return members[(at + 1) % members.length] ?? null
}

type Place = { lat: number; lon: number }

/** Degrees beyond which a car jumps instead of gliding: it was out of contact in between. */
const LEAP = 0.05

/** The position between two places, in degrees, after `share` of the way; a jump arrives at once. */
export function positionBetween(from: Place, to: Place, share: number): Place {
  const isFar = Math.abs(from.lat - to.lat) > LEAP || Math.abs(from.lon - to.lon) > LEAP
  const progress = isFar ? 1 : Math.min(1, Math.max(0, share))
  return { lat: from.lat + (to.lat - from.lat) * progress, lon: from.lon + (to.lon - from.lon) * progress }
}

import places from '#web/islands/basemap/places.json' with { type: 'json' }

/** A town of the shipped map. */
type Town = { name: string; lon: number; lat: number; people: number }

const TOWNS: readonly Town[] = places.features.map(({ properties: { name, people }, geometry: { coordinates } }) => {
  const [lon = 0, lat = 0] = coordinates
  return { name, lon, lat, people }
})

/** Kilometres of a degree of latitude. */
const DEGREE = 111.2
/** Kilometres within which a place is near a town. */
const NEAR = 3
/** Kilometres by which a town of fewer people must be nearer than a large one, to be the name by which people know a place. */
const LARGE = 20_000

/** The town that says best where something is, and how far its middle is, in kilometres. */
export function nearestTown(lat: number, lon: number): { name: string; kilometres: number } | null {
  const narrow = Math.cos((lat * Math.PI) / 180)
  let best: { name: string; kilometres: number; score: number } | null = null
  for (const town of TOWNS) {
    const up = (town.lat - lat) * DEGREE
    // Most of them are too far north or south: no root is drawn for those.
    if (best && Math.abs(up) > best.score) continue
    const kilometres = Math.hypot(up, (town.lon - lon) * DEGREE * narrow)
    const score = town.people >= LARGE ? kilometres : kilometres + 1
    if (!best || score < best.score) best = { name: town.name, kilometres, score }
  }
  return best && { name: best.name, kilometres: best.kilometres < NEAR ? 0 : Math.round(best.kilometres) }
}

/** People from whom on a town is meant when somebody says its name alone. */
const MEANT = 10_000

/** Towns by their name, where one alone is called so and is large enough to be meant. */
const BY_NAME = new Map(
  [...Map.groupBy(TOWNS, ({ name }) => plainName(name))].flatMap(([name, [town, ...others]]) =>
    town && others.length === 0 && town.people >= MEANT ? [[name, town] as const] : [],
  ),
)

/** What stands in the name of a toll or a pump beside the town: the motorway, the brand, the direction. */
const NOT_THE_TOWN = /\b(a\d{1,2}|en\d*|ic\d+|ip\d+|prio|bp|repsol|galp|edp|energize|norte|sul|nascente|poente)\b/g

/**
 * The town that a toll or a pump is called by, where its name is certain: the whole of what is left beside motorway and brand. It is the town
 * and not the barrier: an area, never a point.
 */
export function townNamed(place: string): { name: string; lat: number; lon: number } | null {
  return BY_NAME.get(plainName(place).replaceAll(NOT_THE_TOWN, ' ').replaceAll(/\s+/g, ' ').trim()) ?? null
}

function plainName(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

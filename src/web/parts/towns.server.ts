import places from '#web/islands/basemap/places.json' with { type: 'json' }

/** A town of the shipped map. */
type Town = { name: string; lon: number; lat: number; people: number }

const TOWNS: readonly Town[] = places.features.map(({ properties: { name, people }, geometry: { coordinates } }) => {
  const [lon = 0, lat = 0] = coordinates
  return { name, lon, lat, people }
})

/** Kilometres in a degree of latitude. */
const DEGREE = 111.2
/** Kilometres within which a place is near a town. */
const NEAR = 3
/** People from whom on a town is large: a smaller one must be a kilometre nearer to give a place its name. */
const LARGE = 20_000

/** The town by which people know a place, and the distance to its middle in kilometres. */
export function nearestTown(lat: number, lon: number): { name: string; kilometres: number } | null {
  const narrow = Math.cos((lat * Math.PI) / 180)
  let best: { name: string; kilometres: number; score: number } | null = null
  for (const town of TOWNS) {
    const up = (town.lat - lat) * DEGREE
    // Most towns are too far north or south: skip the square root for those.
    if (best && Math.abs(up) > best.score) continue
    const kilometres = Math.hypot(up, (town.lon - lon) * DEGREE * narrow)
    const score = town.people >= LARGE ? kilometres : kilometres + 1
    if (!best || score < best.score) best = { name: town.name, kilometres, score }
  }
  return best && { name: best.name, kilometres: best.kilometres < NEAR ? 0 : Math.round(best.kilometres) }
}

/** People from whom on a bare name is taken to mean this town. */
const MEANT = 10_000

/** Towns by name: those whose name no other town has, and that are large enough to be meant by it. */
const BY_NAME = new Map(
  [...Map.groupBy(TOWNS, ({ name }) => plainName(name))].flatMap(([name, [town, ...others]]) =>
    town && others.length === 0 && town.people >= MEANT ? [[name, town] as const] : [],
  ),
)

/** Words in the name of a toll or a petrol station that are not its town: the motorway, the brand, the direction. */
const NOT_THE_TOWN = /\b(a\d{1,2}|en\d*|ic\d+|ip\d+|prio|bp|repsol|galp|edp|energize|norte|sul|nascente|poente)\b/g

/**
 * The town in the name of a toll or a petrol station, if that is certain: everything left beside motorway and brand must be its name. It
 * stands for the town's area and not for the exact point.
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

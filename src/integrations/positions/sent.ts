import { type Fix, isPlace } from '#domain/position.ts'

/**
 * Message of a device: its name, and a fix. `fix` is `null` where it only says that it is there, or could not be read.
 * `known` is a server's name for the device whose messages it passes on.
 */
export type Sent = { key: string | null; known: string | null; fix: Fix | null }

/** One knot in metres a second, by its definition of 1,852 metres an hour. */
const KNOT = 1_852 / 3_600

/**
 * Reads a request of the OsmAnd protocol, as Traccar Client and OsmAnd send it, in the address or as a form. `now` is
 * when it came, for messages without a time. Times without a zone are UTC.
 */
export function readOsmAnd(fields: URLSearchParams, now: number): Sent {
  const text = (...names: string[]) => names.map((name) => fields.get(name)).find((value) => value !== null) ?? null
  const [placeLat, placeLon] = text('location')?.split(',') ?? []
  const lat = readNumber(text('lat') ?? placeLat ?? null)
  const lon = readNumber(text('lon') ?? placeLon ?? null)
  const valid = text('valid')
  const at = text('timestamp') === null ? now : readTime(text('timestamp'))
  const isFix = valid === null || valid === 'true' || valid === '1'
  const speed = readNumber(text('speed'))
  return {
    key: text('id', 'deviceid'),
    known: null,
    fix: isFix
      ? fixOf({
          at,
          lat,
          lon,
          speed: speed === null ? null : speed * KNOT,
          course: readNumber(text('bearing', 'heading')),
          accuracy: readNumber(text('accuracy')),
        })
      : null,
  }
}

/**
 * Reads a body in JSON: of Traccar Client from version 9 on, of a Traccar server that passes positions on, or of a
 * program of one's own with many fixes at once, as a list or under `fixes`. `null` for any other.
 */
export function readJson(body: unknown): Sent[] | null {
  if (Array.isArray(body)) return readBatch(body)
  if (!isRecord(body)) return null
  if (isBody(body)) return [readBody(body)]
  return Array.isArray(body['fixes']) ? readBatch(body['fixes'], body['device']) : null
}

const isBody = (body: Fields) => isRecord(body['location']) || isRecord(body['position'])

function readBody({ location, position, device, device_id: key }: Fields): Sent {
  return isRecord(position) ? readForwarded(position, device) : readClient(isRecord(location) ? location : {}, key)
}

/** Reads a message of Traccar Client. Speeds in metres a second; a negative one is unknown. */
function readClient(location: Fields, key: unknown): Sent {
  const coords = isRecord(location['coords']) ? location['coords'] : {}
  return {
    key: nameOf(key),
    known: null,
    fix: fixOf({
      at: readTime(location['timestamp']),
      lat: readNumber(coords['latitude']),
      lon: readNumber(coords['longitude']),
      speed: readNumber(coords['speed']),
      course: readNumber(coords['heading']),
      accuracy: readNumber(coords['accuracy']),
    }),
  }
}

/** Reads a message that a server passes on. Speeds in knots; unknown values are left out. */
function readForwarded(position: Fields, device: unknown): Sent {
  return {
    key: null,
    known: isRecord(device) ? nameOf(device['uniqueId']) : null,
    fix: readPosition(position),
  }
}

/** Reads a position as a Traccar server stores it and passes it on: `null` where it is none, or invalid. Speeds in knots. */
export function readPosition(position: Fields): Fix | null {
  if (position['valid'] === false) return null
  const speed = readNumber(position['speed'])
  return fixOf({
    at: readTime(position['fixTime']),
    lat: readNumber(position['latitude']),
    lon: readNumber(position['longitude']),
    speed: speed === null ? null : speed * KNOT,
    course: readNumber(position['course']),
    // A server writes 0 for unknown.
    accuracy: readNumber(position['accuracy']) || null,
  })
}

/** Reads a list of fixes. Speeds in metres a second. */
function readBatch(fixes: readonly unknown[], of?: unknown): Sent[] {
  return fixes.map((fix) => {
    const fields = isRecord(fix) ? fix : {}
    if (isBody(fields)) return readBody(fields)
    return { key: null, known: nameOf(fields['device'] ?? of), fix: readFields(fields) }
  })
}

/** Reads a fix of a list: `at`, `lat`, `lon`, `speed` in metres a second, `course`, `accuracy`. */
export function readFields(fields: Fields): Fix | null {
  return fixOf({
    at: readTime(fields['at']),
    lat: readNumber(fields['lat']),
    lon: readNumber(fields['lon']),
    speed: readNumber(fields['speed']),
    course: readNumber(fields['course']),
    accuracy: readNumber(fields['accuracy']),
  })
}

export type Fields = Readonly<Record<string, unknown>>
export const isRecord = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Longest name of a device. */
const LONGEST_NAME = 200

/** Reads a device's name. The database stores no NUL: such a name would also make it refuse what others sent at the same moment. */
function nameOf(value: unknown): string | null {
  const text = typeof value === 'number' ? String(value) : value
  if (typeof text !== 'string' || text === '' || text.length > LONGEST_NAME || text.includes('\0')) return null
  return text.toWellFormed()
}

type UncheckedFix = { [Name in keyof Fix]: number | null }

/** Makes a fix if there is a time and a place; an impossible speed, course or accuracy becomes unknown. */
export function fixOf({ at, lat, lon, speed, course, accuracy }: UncheckedFix): Fix | null {
  if (at === null || lat === null || lon === null || !isPlace(lat, lon)) return null
  return {
    at,
    lat,
    lon,
    speed: speed !== null && speed >= 0 && speed < 300 ? speed : null,
    course: course !== null && course >= 0 && course <= 360 ? course % 360 : null,
    accuracy: accuracy !== null && accuracy >= 0 ? Math.min(accuracy, 30_000) : null,
  }
}

/** Reads a number written with a decimal point; anything else is none. */
export function readNumber(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value !== 'string' || !/^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?\s*$/.test(value)) return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

/** Largest time in seconds: a larger number is in milliseconds (Traccar's own rule). */
const SECONDS_BELOW = 2 ** 31 - 1
/** End of the year 9999, in milliseconds. */
const LAST = 253_402_300_799_999

/** Reads a time as milliseconds since 1970: seconds, milliseconds, ISO 8601, or `2026-06-09 09:10:11`; without a zone it is UTC. */
export function readTime(value: unknown): number | null {
  const number = readNumber(value)
  if (number !== null) {
    const milliseconds = Math.round(number < SECONDS_BELOW ? number * 1_000 : number)
    return milliseconds >= 0 && milliseconds <= LAST ? milliseconds : null
  }
  if (typeof value !== 'string') return null
  const text = value.trim().replace(' ', 'T')
  // Temporal reads an offset of two digits, and hours and minutes without a colon.
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d{1,9})?)?(Z|[+-]\d{2}(:?\d{2})?)?$/i.test(text)) return null
  try {
    return Temporal.Instant.from(/(Z|[+-]\d{2}(:?\d{2})?)$/i.test(text) ? text : `${text}Z`).epochMilliseconds
  } catch {
    return null
  }
}

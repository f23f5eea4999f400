import { z } from 'zod'
import type { Fix } from '#domain/position.ts'
import { fixOf, readNumber } from '#integrations/positions/sent.ts'
import { type Span, type SendOptions, patientAsking } from './asking.ts'
import { readJson, type ReadRows, reader, type UnreadRow } from './bolt-answers.ts'
import { ConnectionFault } from './connection-fault.ts'
import type { OutgoingAnswer } from './outgoing.ts'
import type { Credentials } from './providers.ts'

/** A car's trip: its times, and the odometer in metres at both ends. No positions are kept. */
export type CartrackTrip = {
  id: string
  plate: string
  from: Temporal.Instant
  to: Temporal.Instant
  first: number
  last: number
}

/** Current report of a car: its odometer in metres, where it reads one, and its position, where it has a fix. */
export type CartrackStatus = { plate: string; at: Temporal.Instant | null; metres: number | null; fix: Fix | null }

const BASE = 'https://fleetapi-pt.cartrack.com/rest'
/** Rows of a page: the most allowed. Without a number, Cartrack gives ten. */
const PAGE = 1_000
/** Time that is asked for at once; 31 days are the most allowed. */
const WINDOW = Temporal.Duration.from({ hours: 7 * 24 })
const MAX_PAGES = 500
/** Cartrack's number for a full satellite fix. */
const WHOLE_FIX = 3

export type CartrackClient = ReturnType<typeof cartrackClient>

/**
 * Makes a client of Cartrack's Fleet API, by the user of an account and the password made for the API. A list is
 * complete or throws `ConnectionFault`; a row that cannot be read is named, and the rest counts.
 */
export function cartrackClient({ clientId, clientSecret }: Credentials, way: SendOptions, page = PAGE) {
  const { ask, sent } = patientAsking(way)
  const authorization = `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`

  async function call(path: string, query: Query): Promise<Answer> {
    const url = `${BASE}/${path}?${new URLSearchParams(query)}`
    const headers = { authorization, accept: 'application/json' }
    return answerOf(await ask(async () => ({ url, method: 'GET', headers, body: null })), path)
  }

  /**
   * Reads a list page by page, up to the page that Cartrack calls the last, or one that is not full. If Cartrack gives
   * a total and fewer rows came, the list is incomplete: a row that moved to another page while we read is missing, and
   * counts the next time.
   */
  async function list<Row>(path: string, query: Query, read: (items: readonly unknown[]) => ReadRows<Row>) {
    const found: ReadRows<Row> = { rows: [], unread: [] }
    const seen = new Set<string>()
    for (let at = 1; at <= MAX_PAGES; at += 1) {
      const { items, pages, total } = await call(path, { ...query, page: String(at), limit: String(page) })
      const newItems = items.filter((item) => !seen.has(JSON.stringify(item)) && seen.add(JSON.stringify(item)))
      const { rows, unread } = read(newItems)
      found.rows.push(...rows)
      found.unread.push(...unread)
      if (pages === null ? items.length >= page : at < pages) continue
      if (total !== null && seen.size < total) throw new ConnectionFault('answer', `${path} short`)
      return found
    }
    throw new ConnectionFault('answer', `${path} pages`)
  }

  return {
    /** Number of requests sent so far. */
    sent,

    /** Checks that the account is let in; fails only with `ConnectionFault`. */
    async letIn(): Promise<void> {
      await call('vehicles', { page: '1', limit: '1' })
    },

    /** Lists the current reports of all cars. */
    statuses: (): Promise<ReadRows<CartrackStatus>> => list('vehicles/status', {}, readStatuses),

    /** Lists trips that began in a time or reached into it, each once. */
    async trips(span: Span): Promise<ReadRows<CartrackTrip>> {
      const rows = new Map<string, CartrackTrip>()
      const unread = new Map<string, UnreadRow>()
      for (const window of windowsOf(span)) {
        const query = { start_timestamp: writeMoment(window.from), end_timestamp: writeMoment(window.to) }
        const found = await list('trips', query, readTrips)
        for (const row of found.rows) rows.set(row.id, row)
        for (const row of found.unread) unread.set(row.key, row)
      }
      return { rows: [...rows.values()], unread: [...unread.values()] }
    },
  }
}

type Query = Readonly<Record<string, string>>
type Answer = { items: readonly unknown[]; pages: number | null; total: number | null }

const count = z.number().int().min(0)

/** A list is in `data`, or is the whole answer: both occur. */
const listAnswer = z.union([
  z.array(z.unknown()).transform((data) => ({ data, meta: null })),
  z.object({
    data: z.array(z.unknown()),
    meta: z
      .object({ pagination: z.object({ total_pages: count, total: count.nullish().catch(null) }).nullish() })
      .nullish()
      .catch(null),
  }),
])

function answerOf({ status, text }: OutgoingAnswer, path: string): Answer {
  // Cartrack opens the interface for each account: until then it knows the user and says so in its text.
  if (status === 403 || (status === 401 && /subscri/i.test(text))) throw new ConnectionFault('access', String(status))
  if (status === 401) throw new ConnectionFault('credentials', '401')
  if (status !== 200) throw new ConnectionFault('answer', `${path} ${status}`)
  const answer = listAnswer.safeParse(readJson(text)?.value)
  if (!answer.success) throw new ConnectionFault('answer', path)
  const pagination = answer.data.meta?.pagination
  return { items: answer.data.data, pages: pagination?.total_pages ?? null, total: pagination?.total ?? null }
}

/** Reads `2022-01-28 16:48:03+02`: day and time separated by a space, and an offset whose minutes may be left out. */
const moment = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?([+-]\d\d(:?\d\d)?|Z)$/)
  .transform((text, context) => {
    try {
      return Temporal.Instant.from(text)
    } catch {
      context.addIssue({ code: 'custom', message: 'moment' })
      return z.NEVER
    }
  })
const plate = z
  .string()
  .transform((text) => text.toUpperCase().replaceAll(/[^A-Z0-9]/g, ''))
  .refine((text) => text !== '')
/** Metres, whole or with decimals, which `readJson` leaves as they are written. */
const metres = z
  .union([z.number(), z.string().regex(/^\d{1,10}(\.\d+)?$/)])
  .transform((far) => Math.round(Number(far)))
  .refine((far) => far >= 0 && far <= 2_000_000_000)

const trip = z
  .object({
    trip_id: z.union([z.string().min(1), z.number().int()]).transform(String),
    registration: plate,
    start_timestamp: moment,
    end_timestamp: moment,
    start_odometer: metres,
    end_odometer: metres,
  })
  .refine(({ start_odometer, end_odometer }) => end_odometer >= start_odometer, { path: ['end_odometer'] })
  .refine((raw) => Temporal.Instant.compare(raw.start_timestamp, raw.end_timestamp) <= 0, {
    path: ['end_timestamp'],
  })
  .transform((raw): CartrackTrip => ({
    id: raw.trip_id,
    plate: raw.registration,
    from: raw.start_timestamp,
    to: raw.end_timestamp,
    first: raw.start_odometer,
    last: raw.end_odometer,
  }))
const readTrips = reader(trip, 'registration')

/** Position of a car; an unreadable one is ignored, and the rest of the row counts. If its kind is given, only a satellite fix counts. */
const location = z
  .object({
    updated: moment,
    latitude: z.unknown(),
    longitude: z.unknown(),
    gps_fix_type: z.union([z.literal(WHOLE_FIX), z.literal(String(WHOLE_FIX))]).nullish(),
  })
  .nullish()
  .catch(null)

/** Report of a car; without an odometer where its tracker does not read it. Speed in kilometres an hour, course in degrees. */
const status = z
  .object({
    registration: plate,
    event_ts: moment.nullish(),
    odometer: metres.nullish(),
    speed: z.unknown(),
    bearing: z.unknown(),
    location,
  })
  .transform((raw): CartrackStatus => ({
    plate: raw.registration,
    at: raw.event_ts ?? null,
    metres: raw.odometer ?? null,
    fix: raw.location ? placeOf(raw.location, raw) : null,
  }))

/** Kilometres an hour in one metre a second. */
const HOURLY = 3.6

/** Makes the position. The speed belongs to the car's latest report: for a position of another moment it does not count. */
function placeOf(
  { updated, latitude, longitude }: NonNullable<z.output<typeof location>>,
  {
    event_ts: at,
    speed,
    bearing,
  }: { event_ts?: Temporal.Instant | null | undefined; speed?: unknown; bearing?: unknown },
): Fix | null {
  const isSameMoment = at?.equals(updated) ?? false
  const kmh = isSameMoment ? readNumber(speed) : null
  return fixOf({
    at: updated.epochMilliseconds,
    lat: readNumber(latitude),
    lon: readNumber(longitude),
    speed: kmh === null ? null : kmh / HOURLY,
    course: isSameMoment ? readNumber(bearing) : null,
    accuracy: null,
  })
}
const readStatuses = reader(status, 'registration')

/** Writes a moment in UTC; a day more is asked for on each side, since the account may use its own zone. */
function writeMoment(at: Temporal.Instant): string {
  return at.toString({ smallestUnit: 'second' }).replace('T', ' ').replace('Z', '')
}

function windowsOf({ from, to }: Span): Span[] {
  const windows: Span[] = []
  for (let start = from; Temporal.Instant.compare(start, to) < 0;) {
    const full = start.add(WINDOW)
    const end = Temporal.Instant.compare(full, to) < 0 ? full : to
    windows.push({ from: start.subtract({ hours: 24 }), to: end.add({ hours: 24 }) })
    start = end
  }
  return windows
}

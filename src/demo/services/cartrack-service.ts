import { type CommonMishap, type RowMishap, cutOff, failAsSet, withMishap, send } from './serve.ts'
import type { Answers } from './serve.ts'

/*
 * Imitates Cartrack's Fleet API by its Swagger file 1.1.33: HTTP Basic, only GET, lists by `page` and `limit` (ten by
 * default), at most 31 days of trips, timestamps with an offset of two digits.
 */

/** A trip; odometers in metres. */
export type ServiceTrip = {
  id: number
  registration: string
  from: Temporal.Instant
  to: Temporal.Instant
  first: number
  last: number
}
export type ServiceCar = {
  registration: string
  at: Temporal.Instant
  odometer: number | null
  /** Degrees; kilometres an hour. */
  place?: { lat: number; lon: number; speed: number; bearing: number; at?: Temporal.Instant; fixType?: number }
}

/** `not-opened`: the account exists, but has no access to the API. `bare`: a list without its envelope. */
export type Mishap = CommonMishap | RowMishap | { is: 'not-opened' } | { is: 'bare' }

export type CartrackFleet = {
  user: { name: string; password: string }
  cars: () => readonly ServiceCar[]
  trips: (from: Temporal.Instant, to: Temporal.Instant) => readonly ServiceTrip[]
  mishap?: (path: string) => Mishap | null
}

const LONGEST = 31 * 24

/** Answers requests below `/fleetapi-pt.cartrack.com/rest`. */
export function cartrackAnswers({ user, cars, trips, mishap }: CartrackFleet): Answers {
  const authorization = `Basic ${Buffer.from(`${user.name}:${user.password}`).toString('base64')}`
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const path = pathname.replace(/^\/fleetapi-pt\.cartrack\.com\/rest\//, '')
    const failure = mishap?.(path) ?? null
    if (await failAsSet(response, failure)) return
    if (request.method !== 'GET') return send(response, 405, { message: 'Method not allowed' })
    if (failure?.is === 'not-opened') return send(response, 401, { message: 'User is not an API subscriber' })
    if (request.headers.authorization !== authorization) return send(response, 401, { message: 'Unauthorized' })

    const rows = listOf(path)
    if (typeof rows === 'string') return send(response, rows === 'unknown' ? 404 : 422, { message: rows })
    const limit = Number(query.get('limit') ?? 10)
    const page = Number(query.get('page') ?? 1)
    if (!(limit >= 1 && limit <= 1_000 && page >= 1)) return send(response, 422, { message: 'page' })
    const data = withMishap(rows.slice((page - 1) * limit, page * limit), failure)
    const meta = { pagination: { total: rows.length, page, limit, total_pages: Math.ceil(rows.length / limit) } }
    const body = failure?.is === 'bare' ? data : { data, meta }
    if (failure?.is === 'cut') return cutOff(response, 200, JSON.stringify(body))
    send(response, 200, body)

    function listOf(name: string): readonly object[] | 'unknown' | 'range' {
      if (name === 'vehicles') return cars().map(({ registration }, at) => ({ vehicle_id: at + 1, registration }))
      if (name === 'vehicles/status')
        return cars().map(({ registration, at, odometer, place }, number) => ({
          vehicle_id: number + 1,
          registration,
          event_ts: writeMoment(at),
          speed: place?.speed ?? 0,
          bearing: place?.bearing ?? null,
          ignition: (place?.speed ?? 0) > 0,
          odometer,
          driver: null,
          location: place
            ? {
                updated: writeMoment(place.at ?? at),
                latitude: place.lat,
                longitude: place.lon,
                gps_fix_type: place.fixType ?? 3,
                position_description: null,
                geofence_ids: [],
              }
            : null,
        }))
      if (name !== 'trips') return 'unknown'
      const [from, to] = [moment(query.get('start_timestamp')), moment(query.get('end_timestamp'))]
      if (!from || !to || from.until(to).total('hours') > LONGEST) return 'range'
      return trips(from, to).map((trip) => ({
        trip_id: trip.id,
        registration: trip.registration,
        start_timestamp: writeMoment(trip.from),
        end_timestamp: writeMoment(trip.to),
        start_odometer: trip.first,
        end_odometer: trip.last,
        trip_distance: trip.last - trip.first,
        start_coordinates: null,
        driver_name: null,
      }))
    }
  }
}

/** `2026-06-01 09:00:00+01`, by the clock of Lisbon. */
function writeMoment(at: Temporal.Instant): string {
  const there = at.toZonedDateTimeISO('Europe/Lisbon')
  return `${there.toPlainDateTime().toString({ smallestUnit: 'second' }).replace('T', ' ')}${there.offset.slice(0, 3)}`
}

/** Reads a time without an offset as a time in the account's zone. */
function moment(text: string | null): Temporal.Instant | null {
  if (!text || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text)) return null
  return Temporal.PlainDateTime.from(text.replace(' ', 'T')).toZonedDateTime('Europe/Lisbon').toInstant()
}

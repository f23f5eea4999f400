import { type CommonMishap, type RowMishap, cutOff, failAsSet, withMishap, send } from './serve.ts'
import type { Answers } from './serve.ts'

/*
 * Imitates the API of a Traccar server by its openapi.yaml 6.14.5: a bearer token, devices, and positions by device and
 * time, in a list that is cut at a number without notice. Speeds are in knots.
 */

/** A position; `speed` in metres a second. */
export type ServicePosition = { at: number; lat: number; lon: number; speed: number | null; course: number | null }
export type ServiceDevice = { id: number; uniqueId: string; name: string }

export type Mishap = CommonMishap | RowMishap

export type TraccarServer = {
  /** The host, as written in an address. */
  host: string
  token: string
  devices: readonly ServiceDevice[]
  /** The positions of a device between two moments, in milliseconds, both included. */
  positions: (device: ServiceDevice, from: number, to: number) => readonly ServicePosition[]
  most?: number
  mishap?: (path: string) => Mishap | null
}

/** Knots of a metre a second, by the definition of 1,852 metres an hour. */
const KNOTS = 3_600 / 1_852

/** Answers requests below `/HOST/api`. */
export function traccarAnswers({ host, token, devices, positions, most = 50_000, mishap }: TraccarServer): Answers {
  return async (request, response) => {
    const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://127.0.0.1')
    const path = pathname.replace(`/${host}/api/`, '')
    const failure = mishap?.(path) ?? null
    if (await failAsSet(response, failure)) return
    if (request.headers.authorization !== `Bearer ${token}`) return send(response, 401, 'Unauthorized')
    const list = listOf(path)
    if (list === null) return send(response, 404, 'Not found')
    if (failure?.is === 'cut') return cutOff(response, 200, JSON.stringify(list))
    send(response, 200, withMishap(list, failure))

    function listOf(name: string): readonly object[] | null {
      if (name === 'devices')
        return devices.map((serviceDevice) => ({
          ...serviceDevice,
          status: 'online',
          disabled: false,
          attributes: {},
          lastUpdate: null,
        }))
      if (name !== 'positions') return null
      const [from, to] = [instant(query.get('from')), instant(query.get('to'))]
      const device = devices.find(({ id }) => String(id) === query.get('deviceId'))
      if (from === null || to === null || !device) return null
      return positions(device, from, to)
        .slice(0, most)
        .map(({ at, lat, lon, speed, course }, number) => ({
          id: number + 1,
          deviceId: device.id,
          protocol: 'teltonika',
          serverTime: new Date(at).toISOString(),
          deviceTime: new Date(at).toISOString(),
          fixTime: new Date(at).toISOString().replace('Z', '+00:00'),
          outdated: false,
          valid: true,
          latitude: lat,
          longitude: lon,
          altitude: 0,
          speed: (speed ?? 0) * KNOTS,
          course: course ?? 0,
          address: null,
          accuracy: 0,
          attributes: {},
        }))
    }
  }
}

function instant(text: string | null): number | null {
  if (!text || !/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return null
  return Temporal.Instant.from(text).epochMilliseconds
}

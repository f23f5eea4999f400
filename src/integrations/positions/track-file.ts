import { SaxesParser } from 'saxes'
import type { Fix } from '#domain/position.ts'
import { readCsv } from '#platform/csv.ts'
import { fixOf, readFields, readJson, readNumber, readTime } from './sent.ts'

/** A track in a file: its fixes in the order of the file; `unread` counts points without a time or a place. */
export type Track = { fixes: (Fix & { known: string | null })[]; unread: number }

/** Why a file gives no track. */
export type NoTrack = 'kind' | 'broken' | 'empty'

/** Reads a file with positions: GPX, JSON as for the batch call, or a list with columns. Answers a reason where it has none. */
export function readTrackFile(bytes: Uint8Array): Track | NoTrack {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return 'kind'
  }
  const start = text.trimStart()
  const track = start.startsWith('<') ? readGpx(start) : /^[[{]/.test(start) ? readJsonFile(start) : readList(text)
  return typeof track !== 'string' && track.fixes.length + track.unread === 0 ? 'empty' : track
}

/** Reads the points of tracks; the way points and routes of a file were not driven. */
function readGpx(text: string): Track | NoTrack {
  const track: Track = { fixes: [], unread: 0 }
  const parser = new SaxesParser()
  let isGpx = false
  let point: Record<string, string> | null = null
  let field = ''
  parser.on('opentag', ({ name, attributes }) => {
    field = localName(name)
    isGpx ||= field === 'gpx'
    if (field === 'trkpt') point = { ...attributes }
  })
  const add = (words: string) => {
    if (point && /^(?:time|speed|course)$/.test(field)) point[field] = (point[field] ?? '') + words
  }
  parser.on('text', add)
  parser.on('cdata', add)
  parser.on('closetag', ({ name }) => {
    if (localName(name) === 'trkpt' && point) {
      const { lat, lon, time, speed, course } = point
      addTo(track, null, {
        at: readTime(time?.trim()),
        lat: readNumber(lat),
        lon: readNumber(lon),
        speed: readNumber(speed),
        course: readNumber(course),
        accuracy: null,
      })
      point = null
    }
    field = ''
  })
  let isBroken = false
  parser.on('error', () => (isBroken = true))
  parser.write(text).close()
  if (isBroken) return 'broken'
  return isGpx ? track : 'kind'
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

function addTo(track: Track, known: string | null, read: Parameters<typeof fixOf>[0]): void {
  const fix = fixOf(read)
  if (fix === null) track.unread += 1
  else track.fixes.push({ ...fix, known })
}

function readJsonFile(text: string): Track | NoTrack {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'broken'
  }
  const sent = readJson(body)
  if (sent === null) return 'kind'
  return {
    fixes: sent.flatMap(({ fix, known, key }) => (fix === null ? [] : [{ ...fix, known: known ?? key }])),
    unread: sent.filter(({ fix }) => fix === null).length,
  }
}

/** Names of columns, without case. */
const COLUMNS: Readonly<Record<string, readonly string[]>> = {
  at: ['at', 'time', 'timestamp', 'fixtime', 'date', 'datetime', 'event_ts', 'data', 'hora', 'data/hora'],
  lat: ['lat', 'latitude'],
  lon: ['lon', 'lng', 'long', 'longitude'],
  speed: ['speed'],
  course: ['course', 'heading', 'bearing'],
  accuracy: ['accuracy'],
  device: ['device', 'plate', 'registration', 'matricula', 'matrícula', 'deviceid', 'id'],
}

function readList(text: string): Track | NoTrack {
  const [head, ...rows] = readCsv(text).rows
  const names = head?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const at = (field: string) => names.findIndex((name) => COLUMNS[field]?.includes(name))
  const places = Object.fromEntries(Object.keys(COLUMNS).map((field) => [field, at(field)]))
  if ([places['at'], places['lat'], places['lon']].some((place) => place === undefined || place < 0)) return 'kind'
  const track: Track = { fixes: [], unread: 0 }
  for (const { cells } of rows) {
    if (cells.every((cell) => cell.trim() === '')) continue
    const fields = Object.fromEntries(
      Object.entries(places).flatMap(([field, place]) => {
        const cell = cells[place]?.trim()
        return cell ? [[field, cell]] : []
      }),
    )
    const fix = readFields(fields)
    if (fix === null) track.unread += 1
    else track.fixes.push({ ...fix, known: fields['device'] ?? null })
  }
  return track
}

import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { showDay } from '#features/positions/queries.server.ts'
import type { CarDay } from '#features/positions/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/day-file.ts'
import { lookOf } from './looker.server.ts'

/** A car's day as a file: every point with its faults (CSV), or the trips as tracks (GPX 1.1). The look is recorded as an export. */
export const loader = paper(async (args: Route.LoaderArgs, { now, t }) => {
  const { id, format } = args.params
  const looking = lookOf(args, now)
  if (looking === null || (format !== 'csv' && format !== 'gpx')) throw new Refusal('record.not-found')
  const wantedDay = new URL(args.request.url).searchParams.get('day')
  const day = wantedDay ?? now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const shown = await showDay(looking, { vehicleId: id, day, what: 'export' })
  const name = `${showPlate(shown.plate)} ${shown.day}`
  return format === 'csv'
    ? { name: `${name}.csv`, bytes: csvOf(shown, t), mediaType: 'text/csv; charset=utf-8' }
    : { name: `${name}.gpx`, bytes: gpxOf(shown, t), mediaType: 'application/gpx+xml' }
})

/**
 * Numbers with a decimal point in both languages, as other programs read them: a decimal comma would split a column. Only the names of
 * zones are text from outside.
 */
function csvOf({ points, crossings }: CarDay, t: Translator): Uint8Array {
  const zones = Map.groupBy(crossings, ({ at }) => at)
  const rows = points.map(({ at, lat, lon, speed, course, accuracy, flaw }) => [
    ...[at, lat.toFixed(6), lon.toFixed(6), speed ?? '', course ?? '', accuracy ?? ''],
    flaw === null ? '' : (t.find(`page.monitor.day.flaws.${flaw}`) ?? ''),
    quoteCell((zones.get(at) ?? []).map(({ goes, zone }) => t(`page.zones.goes.${goes}`, { zone })).join('; ')),
  ])
  const lines = [t.list('page.monitor.day.fileColumns'), ...rows].map((cells) => `${cells.join(',')}\r\n`)
  return new TextEncoder().encode(`\uFEFF${lines.join('')}`)
}

/** Quotes a text that may contain commas and quotation marks. */
function quoteCell(text: string): string {
  return text === '' ? '' : `"${text.replaceAll('"', '""')}"`
}

/** A track of drawn points for each trip, and a waypoint wherever a zone was entered or left. */
function gpxOf({ plate, day, points, trips, crossings }: CarDay, t: Translator): Uint8Array {
  const usable = points.filter(({ flaw }) => flaw === null)
  const tracks = trips.map(({ from, to }) => {
    const pointsOfTrip = usable.filter(
      ({ at }) => Date.parse(at) >= Date.parse(from) && Date.parse(at) <= Date.parse(to),
    )
    const along = pointsOfTrip.map(
      ({ at, lat, lon }) => `<trkpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><time>${at}</time></trkpt>`,
    )
    return `<trk><name>${plate} ${from}</name><trkseg>${along.join('')}</trkseg></trk>`
  })
  const head = `<gpx version="1.1" creator="Volante" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>${plate} ${day}</name></metadata>`
  const crossed = crossings.map(
    ({ at, goes, zone, lat, lon }) =>
      `<wpt lat="${lat.toFixed(6)}" lon="${lon.toFixed(6)}"><time>${at}</time><name>${escapeXml(t(`page.zones.goes.${goes}`, { zone }))}</name></wpt>`,
  )
  return new TextEncoder().encode(
    `<?xml version="1.0" encoding="UTF-8"?>\n${head}${crossed.join('')}${tracks.join('\n')}</gpx>\n`,
  )
}

function escapeXml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

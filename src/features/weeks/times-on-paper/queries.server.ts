import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, readDay, weekOf, weeksBetween } from '#domain/week.ts'
import { drawList } from '#features/company/list-papers/queries.server.ts'
import { findSlot } from '#features/papers/queries.server.ts'
import { MAX_DAYS } from './schema.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import type { DriverTimes, TimesOfDay } from '#features/weeks/working-times/schema.ts'
import { formatDayNumeric, formatDays, formatInstant, mannerOfCsv } from '#messages/dates.ts'
import type { Language } from '#messages/language.ts'
import { clockWords, sourceWords } from '#messages/time-words.ts'
import { translator } from '#messages/translate.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { WrittenCell } from '#platform/csv-writer.ts'
import { downloadName } from '#platform/download-name.ts'
import { isTableFormat, tableFile } from '#platform/table-file.ts'

/** Number of days of an export when the address names none. */
const DEFAULT_DAYS = 28
export type TimesPeriod = { from: Temporal.PlainDate; until: Temporal.PlainDate }

/**
 * The days that an address asks for, both included; without them the last four weeks. Refuses `times.period` for an
 * invalid day, an end before the beginning, and more than a year.
 */
export function readTimesPeriod(url: URL, now: Temporal.Instant): TimesPeriod {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const parameter = (name: string) => url.searchParams.get(name) ?? ''
  const dayOr = (text: string, otherwise: Temporal.PlainDate) => (text === '' ? otherwise : readDay(text))
  const until = dayOr(parameter('until'), today)
  const from = until && dayOr(parameter('from'), until.subtract({ days: DEFAULT_DAYS - 1 }))
  if (!from || !until || Temporal.PlainDate.compare(from, until) > 0 || from.until(until).days >= MAX_DAYS)
    throw new Refusal('times.period', { most: MAX_DAYS })
  return { from, until }
}

/** Exports a driver's times. Refuses `record.not-found`, also for an unknown format. */
export async function exportDriverTimes(id: string, period: TimesPeriod, request: ExportRequest) {
  const times = await readDays(id, period, request.now)
  const paper = await recordOf(id, request)
  const { name } = times.times.driver
  return fileOf(
    { of: name, stem: name, rows: times.days.map((day) => ({ who: null, day })), about: [paper], from: [times.times] },
    period,
    request,
  )
}

/** Exports the reader's own times. */
export function exportOwnTimes(driver: OwnDriverId, period: TimesPeriod, request: ExportRequest) {
  return exportDriverTimes(driver, period, request)
}

/** Exports the times of drivers on the days on which they had a car. Refuses `record.not-found`. */
export async function exportCarTimes(id: string, period: TimesPeriod, request: ExportRequest) {
  const vehicleId = readRecordId(id)
  const car = await db.selectFrom('vehicles').select('plate').where('id', '=', vehicleId).executeTakeFirst()
  if (!car) throw new Refusal('record.not-found')
  const { rows: held } = await sql<{ driver: string; day: string }>`
    select distinct driver_id as driver, day::date::text as day
    from generate_series(${period.from.toString()}::date, ${period.until.toString()}::date, interval '1 day') day
    join assignments on vehicle_id = ${vehicleId} and period && tstzrange(
      day::date::timestamp at time zone ${ZONE}, (day::date + 1)::timestamp at time zone ${ZONE})`.execute(db)
  const days = Map.groupBy(held, ({ driver }) => driver)
  const allTimes = []
  for (const [driver, own] of days) {
    const daysWithCar = new Set(own.map(({ day }) => day))
    const { times, days: allDays } = await readDays(driver, period, request.now)
    const rows = allDays.filter(({ day }) => daysWithCar.has(day)).map((day) => ({ who: times.driver.name, day }))
    allTimes.push({ times, rows, paper: `${times.driver.name}: ${await recordOf(driver, request)}` })
  }
  const rows = allTimes.flatMap((timesOfDriver) => timesOfDriver.rows)
  const plate = showPlate(car.plate)
  return fileOf(
    {
      of: plate,
      stem: plate,
      rows: rows.toSorted((a, b) => a.day.day.localeCompare(b.day.day) || a.who.localeCompare(b.who)),
      about: allTimes.map(({ paper }) => paper),
      from: allTimes.map(({ times }) => times),
    },
    period,
    request,
  )
}

/** The format, the language of the reader, and the moment. */
type ExportRequest = { format: string; language: Language; now: Temporal.Instant }

async function readDays(id: string, { from, until }: TimesPeriod, now: Temporal.Instant) {
  const weeks = weeksBetween([weekOf(from), weekOf(until)])
  const times = await showTimes(id, now, { last: weekOf(until), count: weeks.length })
  const [first, last] = [from.toString(), until.toString()]
  const days = times.weeks
    .toReversed()
    .flatMap((week) => week.days)
    .filter(({ day }) => first <= day && day <= last)
  return { times, days }
}

/** The application or book in which the driver records times, by its document. */
async function recordOf(id: string, { now, language }: ExportRequest): Promise<string> {
  const t = translator(language)
  const slot = await findSlot({ holder: 'driver', id }, 'working-time-record', now)
  if (!slot?.current) return t('page.times.export.noPaper')
  const { number, expiresOn, fileName } = slot.current
  return [
    t('page.times.export.paper', { application: number ?? t('page.times.export.unnamed') }),
    expiresOn === null ? '' : t('page.times.export.until', { day: formatDayNumeric(expiresOn) }),
    t(`page.times.export.${fileName === null ? 'noProof' : 'proof'}`),
  ]
    .filter(Boolean)
    .join(' ')
}

type PaperParts = {
  /** The name of the driver, or the plate. */
  of: string
  stem: string
  rows: readonly { who: string | null; day: TimesOfDay }[]
  about: readonly string[]
  from: readonly DriverTimes[]
}

async function fileOf(
  { of, stem, rows, about, from }: PaperParts,
  period: TimesPeriod,
  { format, language, now }: ExportRequest,
) {
  const t = translator(language)
  const table = tableOf(rows, t)
  const [first, last] = [period.from.toString(), period.until.toString()]
  const name = `${t('page.times.export.file')}-${stem}-${first}-${last}`
  if (format === 'pdf') {
    const sources = [...new Set(from.flatMap((times) => times.sources.map((source) => sourceWords(source, t))))]
    const [head = [], ...body] = table.map((row) => row.map((cell) => textOf(cell)))
    const bytes = await drawList(
      {
        createdAt: now,
        title: t('page.times.export.title', { of }),
        about: [
          formatDays({ from: first, to: last }, language),
          ...about,
          t('page.times.notTheRecord'),
          t('page.times.export.what'),
          ...(sources.length === 0 ? [t('page.times.sources.none')] : sources),
          t('page.times.export.made', { at: formatInstant(now.toString(), language) }),
        ],
        columns: head.map((heading, place) => ({ head: heading, isNumber: place >= head.length - TIMES.length })),
        rows: body,
        total: null,
        foot: (page, pages) => `${of} · ${t('page.accounting.cover.page', { page, pages })}`,
      },
      language,
    )
    return { name: downloadName(name, 'pdf'), bytes, type: 'application/pdf' }
  }
  if (!isTableFormat(format)) throw new Refusal('record.not-found')
  return tableFile({ stem: name, sheet: t('page.times.title'), table }, format, mannerOfCsv(language))
}

/** Each column of the times: the key of its heading, and its value for a day. */
const TIMES = [
  ['recordWorked', ({ record }) => record?.worked],
  ['recordDriving', ({ record }) => record?.driving],
  ['recordMost', ({ record }) => record?.most],
  ['recordRest', ({ record }) => record?.rest],
  ['platforms', ({ platforms }) => platforms?.together],
  ['platformsMost', ({ platforms }) => platforms?.most],
  ['boltOnline', ({ platforms }) => platforms?.boltOnline],
  ['boltTrips', ({ platforms }) => platforms?.onTrip.bolt],
  ['uberTrips', ({ platforms }) => platforms?.onTrip.uber],
] as const satisfies readonly (readonly [string, (day: TimesOfDay) => number | null | undefined])[]

function tableOf(rows: PaperParts['rows'], t: Translator): WrittenCell[][] {
  const hasWho = rows.some(({ who }) => who !== null)
  return [
    [
      t('page.times.columns.day'),
      ...(hasWho ? [t('page.times.fleet.columns.driver')] : []),
      ...TIMES.map(([name]) => t(`page.times.export.columns.${name}`)),
    ],
    ...rows.map(({ who, day }): WrittenCell[] => [
      { day: day.day },
      ...(hasWho ? [who] : []),
      ...TIMES.map(([, of]) => {
        const seconds = of(day)
        return seconds === null || seconds === undefined ? null : clockWords(seconds)
      }),
    ]),
  ]
}

function textOf(cell: WrittenCell | undefined): string {
  if (cell === null || cell === undefined) return '–'
  return typeof cell === 'string' ? cell : 'day' in cell ? formatDayNumeric(cell.day) : ''
}

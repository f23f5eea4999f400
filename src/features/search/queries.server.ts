import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { shownRef, whyGone } from '#domain/driver.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import { type Week, isoWeek, readDay, weekAt, weekName, weekNumbered, weekOf } from '#domain/week.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import type { Asked, FoundDriver, FoundFile, FoundVehicle, FoundWeek, Group, SearchAnswer } from './schema.ts'

const MOST = 20
const YEARS_BACK = 10

/** Drivers, cars, weeks and files that answer to what was typed, at most twenty of each. */
export async function searchOffice(asked: Asked, now: Temporal.Instant, on: Kysely<DB> = db): Promise<SearchAnswer> {
  const [drivers, vehicles, weeks, files] = await Promise.all([
    findDrivers(asked, on),
    findVehicles(asked, now, on),
    findWeeks(asked, now, on),
    findFiles(asked, on),
  ])
  return { drivers: first(drivers), vehicles: first(vehicles), weeks: first(weeks), files: first(files) }
}

function first<Found>(all: readonly Found[]): Group<Found> {
  return { found: all.slice(0, MOST), more: all.length > MOST }
}

/** A text of the database without case and accents: letters and marks apart, the marks dropped. */
function bare(text: RawBuilder<string>) {
  return sql<string>`lower(regexp_replace(normalize(${text}, NFD), ${'[\u0300-\u036F]'}, '', 'g'))`
}

/** The pattern of a text that has this in it: what LIKE would take for a wildcard means itself. */
function containing(part: string): string {
  return `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
}

function hasWords(text: RawBuilder<string>, { words }: Asked) {
  return sql<boolean>`${bare(text)} like all (${words.map(containing)}::text[])`
}

async function findDrivers(asked: Asked, on: Kysely<DB>): Promise<FoundDriver[]> {
  const typed = containing(asked.text.toLowerCase())
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'status', 'phone', 'nif', 'merged_into', 'removed_at'])
    .where((driver) =>
      driver.or([
        hasWords(sql.ref('name'), asked),
        sql<boolean>`lower(ref) like ${typed}`,
        sql<boolean>`lower(email) like ${typed}`,
        ...(asked.digits === null
          ? []
          : [
              sql<boolean>`regexp_replace(phone, '[^0-9]', '', 'g') like ${containing(asked.digits)}`,
              // A sealed number is found whole, or not at all.
              driver('nif_index', '=', blindIndex('nif', asked.digits)),
            ]),
      ]),
    )
    .orderBy(sql`lower(ref) = ${asked.text.toLowerCase()}`, 'desc')
    .orderBy('is_gone')
    .orderBy(sql`status = 'inactive'`)
    .orderBy('name')
    .orderBy('ref')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ merged_into, removed_at, ref, nif, ...row }) => ({
    ...row,
    maskedNif: nif && maskNif(openOf('drivers.nif', row.id, nif)),
    ref: shownRef(ref),
    gone: whyGone(merged_into, removed_at),
  }))
}

async function findVehicles(asked: Asked, now: Temporal.Instant, on: Kysely<DB>): Promise<FoundVehicle[]> {
  const rows = await on
    .selectFrom('vehicles')
    .select(['id', 'plate', 'make', 'model', 'status'])
    .select((of) =>
      of
        .selectFrom('assignments')
        .innerJoin('drivers', 'drivers.id', 'driver_id')
        .whereRef('assignments.vehicle_id', '=', 'vehicles.id')
        .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
        .select('name')
        .limit(1)
        .as('driver'),
    )
    .where((vehicle) =>
      vehicle.or([
        hasWords(sql<string>`make || ' ' || model`, asked),
        ...(asked.plate === null ? [] : [vehicle('plate', 'like', containing(asked.plate))]),
      ]),
    )
    .orderBy(sql`plate = ${asked.plate ?? ''}`, 'desc')
    .orderBy('plate')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ make, model, plate, ...row }) => ({
    ...row,
    plate: showPlate(plate),
    model: `${make} ${model}`.trim(),
  }))
}

/** Weeks with data; of a number alone all years, and the latest such week where none has any. */
async function findWeeks({ week: asked }: Asked, now: Temporal.Instant, on: Kysely<DB>): Promise<FoundWeek[]> {
  const meant = asked ? weeksMeant(asked, weekAt(now)) : []
  if (meant.length === 0) return []
  const { rows } = await sql<{ week: Week; statements: number; has_rows: boolean }>`
    select asked.week,
      (select count(*) from settlements where settlements.week = asked.week and state <> 'void') as statements,
      exists (select from import_rows where import_rows.week = asked.week and state = 'live') as has_rows
    from unnest(${meant}::date[]) as asked (week)
    order by asked.week desc`.execute(on)
  const found = rows.map(({ week, statements, has_rows }) => ({
    week,
    name: weekName(week),
    statements,
    hasData: has_rows || statements > 0,
  }))
  const withData = found.filter(({ hasData }) => hasData)
  return withData.length > 0 ? withData : found.slice(0, 1)
}

/** The weeks it can stand for, none of them to come. */
function weeksMeant(asked: NonNullable<Asked['week']>, current: Week): Week[] {
  if ('day' in asked) {
    const day = readDay(asked.day)
    return day && weekOf(day) <= current ? [weekOf(day)] : []
  }
  const newest = isoWeek(current).year
  const years = asked.year === null ? Array.from({ length: YEARS_BACK }, (_, back) => newest - back) : [asked.year]
  return years
    .map((year) => weekNumbered(year, asked.number))
    .filter((week, index) => {
      const { year, number } = isoWeek(week)
      return week <= current && number === asked.number && year === years[index]
    })
}

async function findFiles(asked: Asked, on: Kysely<DB>): Promise<FoundFile[]> {
  const rows = await on
    .selectFrom('imports')
    .select(['id', 'name', 'source', 'imported_at', 'undone_at'])
    // The name with its source: a file of Bolt need not say so.
    .where(hasWords(sql<string>`name || ' ' || source`, asked))
    .orderBy('id', 'desc')
    .limit(MOST + 1)
    .execute()
  return rows.map(({ id, name, source, imported_at, undone_at }) => ({
    id,
    name: name.split('/').at(-1) ?? name,
    source,
    at: imported_at.toString(),
    undone: undone_at !== null,
  }))
}

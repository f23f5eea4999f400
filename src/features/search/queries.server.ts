import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { DB } from '#db/types.ts'
import { namesApart, shownRef, removalKindOf } from '#domain/driver.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import { type Week, isoWeek, readDay, weekAt, weekName, weekNumbered, weekOf } from '#domain/week.ts'
import { blindIndex } from '#platform/field-seal.server.ts'
import { containing, folded } from './matching.ts'
import { findOthers } from './others.server.ts'
import {
  ALIKE,
  type SearchTerms,
  type FoundDriver,
  type FoundFile,
  type FoundVehicle,
  type FoundWeek,
  type Group,
  NOUNS,
  type SearchAnswer,
} from './schema.ts'

const MAX_RESULTS = 20
const YEARS_BACK = 10

/**
 * Search results: at most twenty drivers, cars, weeks and files each, and the first of every other kind. When nothing is
 * written as typed, similar spellings.
 */
export async function searchOffice(
  terms: SearchTerms,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<SearchAnswer> {
  const written = await answerOf(terms, now, { isAlike: false }, on)
  return isNothing(written) ? answerOf(terms, now, { isAlike: true }, on) : written
}

type SearchMode = { isAlike: boolean }

async function answerOf(
  terms: SearchTerms,
  now: Temporal.Instant,
  how: SearchMode,
  on: Kysely<DB>,
): Promise<SearchAnswer> {
  const [drivers, vehicles, weeks, files, others] = await Promise.all([
    findDrivers(terms, how, on),
    findVehicles(terms, now, how, on),
    findWeeks(terms, now, on),
    findFiles(terms, how, on),
    // A similar number is a different number, so numbers are not searched by similarity.
    how.isAlike && terms.joined !== null ? [] : findOthers(terms, NOUNS, how, on),
  ])
  return {
    ...how,
    drivers: firstResults(drivers),
    vehicles: firstResults(vehicles),
    weeks: firstResults(weeks),
    files: firstResults(files),
    others,
  }
}

function isNothing({ drivers, vehicles, weeks, files, others }: SearchAnswer): boolean {
  return others.length === 0 && [drivers, vehicles, weeks, files].every(({ found }) => found.length === 0)
}

function firstResults<Found>(all: readonly Found[]): Group<Found> {
  return { found: all.slice(0, MAX_RESULTS), more: all.length > MAX_RESULTS }
}

/** The condition that a text has every typed word or, with `isAlike`, a similar one. */
function hasWords(text: RawBuilder<string>, { words }: SearchTerms, { isAlike }: SearchMode) {
  const foldedText = folded(text)
  if (!isAlike) return sql<boolean>`${foldedText} like all (${words.map(containing)}::text[])`
  return sql<boolean>`(select bool_and(word_similarity(word, ${foldedText}) >= ${ALIKE}) from unnest(${words}::text[]) word)`
}

/** Similarity for ordering: words as typed come before parts of longer ones. */
function likenessSql(text: RawBuilder<string>, { words }: SearchTerms) {
  return sql`word_similarity(${words.join(' ')}, ${folded(text)})`
}

async function findDrivers(terms: SearchTerms, mode: SearchMode, on: Kysely<DB>): Promise<FoundDriver[]> {
  const typed = containing(terms.text.toLowerCase())
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'status', 'phone', 'nif', 'merged_into', 'removed_at'])
    .select(currentAccount<string | null>(sql`iban_ends`).as('iban_ends'))
    .where((driver) =>
      driver.or([
        hasWords(NAMES, terms, mode),
        sql<boolean>`lower(ref) like ${typed}`,
        sql<boolean>`lower(email) like ${typed}`,
        ...(terms.digits === null
          ? []
          : [
              sql<boolean>`regexp_replace(phone, '[^0-9]', '', 'g') like ${containing(terms.digits)}`,
              // A sealed number is found only as a whole.
              driver('nif_index', '=', blindIndex('nif', terms.digits)),
            ]),
        ...(terms.ibanEnds === null ? [] : [sql<boolean>`${currentAccount(sql`iban_ends`)} = ${terms.ibanEnds}`]),
        ...(terms.iban === null
          ? []
          : [sql<boolean>`${currentAccount(sql`iban_index`)} = ${blindIndex('iban', terms.iban)}`]),
      ]),
    )
    .orderBy(sql`lower(ref) = ${terms.text.toLowerCase()}`, 'desc')
    .orderBy('is_gone')
    .orderBy(likenessSql(NAMES, terms), 'desc')
    .orderBy(sql`status = 'inactive'`)
    .orderBy('name')
    .orderBy('ref')
    .limit(MAX_RESULTS + 1)
    .execute()
  return rows.map(({ merged_into, removed_at, ref, nif, iban_ends, ...row }) => ({
    ...row,
    maskedNif: nif && maskNif(openOf('drivers.nif', row.id, nif)),
    ref: shownRef(ref),
    gone: removalKindOf(merged_into, removed_at),
    ibanEnds: terms.iban !== null || iban_ends === terms.ibanEnds ? iban_ends : null,
  }))
}

/** The names by which a driver is known, also in documents. */
const NAMES = sql<string>`concat_ws(' ', name, legal_name)`

/** A column of the account that is paid to now. */
function currentAccount<Value>(column: RawBuilder<unknown>) {
  return sql<Value>`(select ${column} from driver_ibans where driver_id = drivers.id order by id desc limit 1)`
}

async function findVehicles(
  terms: SearchTerms,
  now: Temporal.Instant,
  how: SearchMode,
  on: Kysely<DB>,
): Promise<FoundVehicle[]> {
  const rows = await on
    .selectFrom('vehicles')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('assignments')
          .innerJoin('drivers', 'drivers.id', 'driver_id')
          .whereRef('assignments.vehicle_id', '=', 'vehicles.id')
          .where(sql<boolean>`period @> ${now.toString()}::timestamptz`)
          .select(['ref', 'name'])
          .limit(1)
          .as('driver'),
      (join) => join.onTrue(),
    )
    .select(['vehicles.id', 'plate', 'make', 'model', 'vehicles.status', 'driver.ref', 'driver.name'])
    .where((vehicle) =>
      vehicle.or([
        hasWords(sql<string>`make || ' ' || model`, terms, how),
        ...(terms.plate === null
          ? []
          : how.isAlike
            ? [sql<boolean>`similarity(${terms.plate}, plate) >= ${ALIKE}`]
            : [vehicle('plate', 'like', containing(terms.plate))]),
      ]),
    )
    .orderBy(sql`similarity(plate, ${terms.plate ?? ''})`, 'desc')
    .orderBy('plate')
    .limit(MAX_RESULTS + 1)
    .execute()
  return namesApart(rows).map(({ id, plate, make, model, status, name }) => ({
    id,
    plate: showPlate(plate),
    model: `${make} ${model}`.trim(),
    status,
    driver: name,
  }))
}

/** Weeks with data. For a number alone those of all years; where none has data, the latest such week. */
async function findWeeks({ week: asked }: SearchTerms, now: Temporal.Instant, on: Kysely<DB>): Promise<FoundWeek[]> {
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

/** The weeks that the typed week may mean, none of them in the future. */
function weeksMeant(typedWeek: NonNullable<SearchTerms['week']>, current: Week): Week[] {
  if ('day' in typedWeek) {
    const day = readDay(typedWeek.day)
    return day && weekOf(day) <= current ? [weekOf(day)] : []
  }
  const newest = isoWeek(current).year
  const years =
    typedWeek.year === null ? Array.from({ length: YEARS_BACK }, (_, back) => newest - back) : [typedWeek.year]
  return years
    .map((year) => weekNumbered(year, typedWeek.number))
    .filter((week, index) => {
      const { year, number } = isoWeek(week)
      return week <= current && number === typedWeek.number && year === years[index]
    })
}

async function findFiles(terms: SearchTerms, mode: SearchMode, on: Kysely<DB>): Promise<FoundFile[]> {
  const rows = await on
    .selectFrom('imports')
    .select(['id', 'name', 'source', 'imported_at', 'undone_at'])
    // The file's name with its source: a file of Bolt need not contain that word.
    .where(hasWords(sql<string>`name || ' ' || source`, terms, mode))
    .orderBy('id', 'desc')
    .limit(MAX_RESULTS + 1)
    .execute()
  return rows.map(({ id, name, source, imported_at, undone_at }) => ({
    id,
    name: name.split('/').at(-1) ?? name,
    source,
    at: imported_at.toString(),
    undone: undone_at !== null,
  }))
}

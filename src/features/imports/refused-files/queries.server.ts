import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { type Source, canBeSetUp } from '#domain/import.ts'
import { lacksWeek } from '#domain/refused-file.ts'
import type { Week } from '#domain/week.ts'
import type { RefusedFile } from './schema.ts'

/**
 * SQL condition that a later import replaces the refused file: one of the same content, or a later one with the same
 * name, or of the same report with rows in the same week.
 */
const IS_ANSWERED = sql<boolean>`exists (
  select from imports where imports.undone_at is null and (
    imports.sha256 = refused_files.sha256
    or imports.imported_at > refused_files.refused_at and (
      imports.name = refused_files.name
      or imports.source = refused_files.source and (refused_files.kind is null or imports.kind = refused_files.kind)
        and (refused_files.week is null or exists (select from import_weeks
          where import_id = imports.id and import_weeks.week = refused_files.week and live_rows > 0)))))`

/** SQL condition that a list in use was set up on this content, or can read it, so that its drop reads the file now. */
export const IS_SET_UP = sql<boolean>`exists (
  select from profile_versions join profiles on profiles.id = profile_id
  where (sample_sha256 = refused_files.sha256 or profile_versions.id = refused_files.profile_version)
    and retired_at is null)`

type Row = Awaited<ReturnType<ReturnType<typeof selectRefused>['execute']>>[number]

function selectRefused(on: Kysely<DB>) {
  return on
    .selectFrom('refused_files')
    .select(['id', 'name', 'source', 'week', 'code', 'drop_id', 'drop_file', 'refused_at', 'waived_at'])
    .select(sql<RefusedFile['params']>`params`.as('params'))
    .select([IS_ANSWERED.as('is_answered'), IS_SET_UP.as('is_set_up')])
}

function refusedFile({ is_answered: isAnswered, waived_at: waivedAt, drop_id: drop, ...row }: Row): RefusedFile {
  const isSetUpNow = drop !== null && row.is_set_up
  const { id, name, code, params } = row
  return {
    id,
    name,
    source: row.source as Source | null,
    week: row.week as Week | null,
    code,
    params,
    at: row.refused_at.toString(),
    drop,
    dropFile: row.drop_file,
    lacksWeek: lacksWeek({ code }),
    isSetUp: isSetUpNow,
    teach: drop && !isSetUpNow && canBeSetUp({ code, params }) ? { drop, file: row.drop_file } : null,
    state: isAnswered ? 'answered' : waivedAt ? 'waived' : 'open',
    waivedAt: waivedAt?.toString() ?? null,
  }
}

/** The unreadable files about some weeks: those that wait, and those that somebody said are not needed. */
export const refusedOfWeeks = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      selectRefused(on)
        .where('week', '=', sql<string>`any(${weeks}::date[])`)
        .orderBy('id'),
    (rows: (Omit<Row, 'refused_at' | 'waived_at'> & { refused_at: string; waived_at: string | null })[]) =>
      rows
        .map((row) =>
          refusedFile({
            ...row,
            refused_at: Temporal.Instant.from(row.refused_at),
            waived_at: row.waived_at === null ? null : Temporal.Instant.from(row.waived_at),
          }),
        )
        .filter(({ state }) => state !== 'answered'),
  )

/** One file that could not be read, `null` when there is none. */
export async function findRefusedFile(id: number, on: Kysely<DB> = db): Promise<RefusedFile | null> {
  const row = await selectRefused(on)
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst()
  return row ? refusedFile(row) : null
}

/** The newest unreadable files; those that wait come first. */
export async function listRefusedFiles(limit: number, on: Kysely<DB> = db): Promise<RefusedFile[]> {
  const rows = await selectRefused(on)
    .orderBy(sql`waived_at is null and not ${IS_ANSWERED}`, 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(refusedFile)
}

/** The number of files that wait for an answer. */
export async function countRefusedFiles(on: Kysely<DB> = db): Promise<number> {
  const { count } = await on
    .selectFrom('refused_files')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where('waived_at', 'is', null)
    .where(sql<boolean>`not ${IS_ANSWERED}`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The waiting files that somebody can set up as a list, because their drop still has them, the newest first. */
export async function listRefusedToSetUp(limit: number, on: Kysely<DB> = db): Promise<RefusedFile[]> {
  const rows = await selectRefused(on)
    .where('drop_id', 'is not', null)
    .where('waived_at', 'is', null)
    .where(sql<boolean>`not ${IS_ANSWERED}`)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(refusedFile).filter(({ teach }) => teach !== null)
}

/** Sources and weeks of the waiting files. */
export async function listOpenRefusals(weeks: readonly Week[], on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('refused_files')
    .select(['week', 'source'])
    .distinct()
    .where('week', '=', sql<string>`any(${[...weeks]}::date[])`)
    .where('source', 'is not', null)
    .where('waived_at', 'is', null)
    .where(sql<boolean>`not ${IS_ANSWERED}`)
    .execute()
  return rows.map(({ week, source }) => ({ week: week as Week, source: source as Source }))
}

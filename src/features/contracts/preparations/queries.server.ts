import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import {
  CONTRACT_LANGUAGES,
  type ContractKind,
  type Filling,
  type Placeholder,
  placeholdersOf,
} from '#domain/contract.ts'
import { VERSION, draftText, knownFilling, termWords } from '../filling/queries.server.ts'
import { chosenVersion, templateBody } from '../templates/queries.server.ts'

type Choice = { driver: string; kind: ContractKind; language: (typeof CONTRACT_LANGUAGES)[number] }

/** A contract that is begun but not drafted, with the placeholders that are still open. */
export type Preparation = Choice & { ref: string; name: string; startsOn: string; typed: Filling; open: Placeholder[] }

/** The preparations of current drivers, the oldest first. */
export async function listPreparations(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Preparation[]> {
  const rows = await openPreparations(on).orderBy('prepared_at').execute()
  return Promise.all(rows.map((row) => preparationOf(row, now, on)))
}

/** The query for the open preparations as they are stored, the oldest first; `askTogether` can send it with others. */
export const openPreparationRows = listQuestion(
  (on) => openPreparations(on).select('prepared_at').orderBy('prepared_at'),
  (rows: (Row & { prepared_at: string })[]) => rows,
)

/** Kind and first day of a driver's open preparations. */
export async function listPreparationsOf(
  driver: string,
  on: Kysely<DB> = db,
): Promise<{ kind: ContractKind; startsOn: string }[]> {
  const rows = await openPreparations(on).where('driver_id', '=', driver).orderBy('prepared_at').execute()
  return rows.map(({ kind, starts_on }) => ({ kind: kind as ContractKind, startsOn: starts_on }))
}

/**
 * The number of open preparations, the moment of the oldest (UTC, as text), and that preparation with its open
 * placeholders; `null` for none.
 */
export async function summarizePreparations(
  rows: ReturnType<typeof openPreparationRows.read>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ count: number; since: string; oldest: Preparation } | null> {
  const [first] = rows
  if (!first) return null
  return { count: rows.length, since: momentOf(first.prepared_at), oldest: await preparationOf(first, now, on) }
}

/** The open preparation of a driver and a kind; `null` for none. */
export async function findPreparation(
  { driver, kind }: Pick<Choice, 'driver' | 'kind'>,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Preparation | null> {
  const row = await openPreparations(on).where('driver_id', '=', driver).where('kind', '=', kind).executeTakeFirst()
  return row ? preparationOf(row, now, on) : null
}

/** Kind and language of a driver's oldest open preparation, without reading its text. `null` for none. */
export async function findOldestPreparation(
  driver: string,
  on: Kysely<DB> = db,
): Promise<{ kind: string; language: string } | null> {
  const row = await openPreparations(on).where('driver_id', '=', driver).orderBy('prepared_at').executeTakeFirst()
  return row ? { kind: row.kind, language: languageOf(row) } : null
}

function openPreparations(on: Kysely<DB>) {
  return on
    .selectFrom('contract_preparations')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['driver_id', 'kind', 'contract_preparations.language', 'starts_on', 'ref', 'name'])
    .select([sql<string>`encode(typed, 'base64')`.as('typed'), chosenVersion('contract_preparations').as('version')])
    .where('is_gone', '=', false)
}

type Row = {
  driver_id: string
  kind: string
  language: string
  starts_on: string
  typed: string
  ref: string
  name: string
  /** The version that the office chose for this text. */
  version: number | null
}

async function preparationOf(row: Row, now: Temporal.Instant, on: Kysely<DB>): Promise<Preparation> {
  const language = languageOf(row)
  const choice = { driver: row.driver_id, kind: row.kind as ContractKind, language }
  const typed = JSON.parse(
    openOf('contract_preparations.typed', row.driver_id, Buffer.from(row.typed, 'base64')),
  ) as Filling
  const startsOn = row.starts_on
  const body = await templateBody(choice, row.version ?? VERSION, on)
  const notTyped = placeholdersOf(body).filter((name) => !typed[name])
  const known = await knownFilling({ ...choice, follows: null }, now, on, notTyped)
  const filling = { ...known, ...typed, ...termWords({ startsOn, endsOn: null, kind: choice.kind }, language) }
  return { ...choice, ref: row.ref, name: row.name, startsOn, typed, open: draftText(body, language, filling).open }
}

function languageOf({ language }: Pick<Row, 'language'>): Choice['language'] {
  return CONTRACT_LANGUAGES.find((contractLanguage) => contractLanguage === language) ?? 'pt'
}

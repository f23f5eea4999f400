import type { Kysely, Selectable } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askAlone, listQuestion } from '#db/together.server.ts'
import type { DB, PaperKinds } from '#db/types.ts'
import type { AgeLimit } from '#domain/maintenance.ts'
import type { PaperHolder, PaperKind } from '#domain/paper.ts'
import { Refusal } from '#domain/refusal.ts'

/** A kind with the version that its form was made from. */
export type PaperKindWithVersion = PaperKind & { version: number }

/** Every kind in the order of the list, also those no longer used. */
export async function listKinds(on: Kysely<DB> = db): Promise<PaperKindWithVersion[]> {
  const rows = await on.selectFrom('paper_kinds').selectAll().orderBy('ordinal').execute()
  return rows.map(kindOf)
}

/** One kind of paper. Refuses `record.not-found`. */
export async function getKind(code: string, on: Kysely<DB> = db): Promise<PaperKindWithVersion> {
  const row = await on.selectFrom('paper_kinds').selectAll().where('code', '=', code).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return kindOf(row)
}

/** One kind of paper, of one holder. Refuses `record.not-found`, also for a kind of another holder. */
export async function getKindOf(holder: PaperHolder, code: string, on: Kysely<DB> = db): Promise<PaperKindWithVersion> {
  const kind = await getKind(code, on)
  if (kind.holder !== holder) throw new Refusal('record.not-found')
  return kind
}

/** The acts that a missing document blocks. */
export type PaperRules = {
  stopsAssigning: boolean
  stopsPaying: boolean
  needsContract: boolean
  version: number
}

/** The age limits of cars, each from a day on, the earliest first. */
export function listAgeLimits(on: Kysely<DB> = db): Promise<AgeLimit[]> {
  return selectAgeLimits(on).execute()
}

export function selectAgeLimits(on: Kysely<DB>) {
  return on
    .selectFrom('car_age_limits')
    .select(['from_on as from', 'years', 'electric_years as electricYears'])
    .orderBy('from_on')
}

export async function paperRules(on: Kysely<DB> = db): Promise<PaperRules> {
  return askAlone(rulesOfPapers, on)
}

const rulesOfPapers: RowQuestion<Selectable<DB['paper_rules']>, PaperRules> = {
  ask: (on) => on.selectFrom('paper_rules').selectAll(),
  read: (row) => ({
    stopsAssigning: row.stops_assigning,
    stopsPaying: row.stops_paying,
    needsContract: row.needs_contract,
    version: row.version,
  }),
}

/** All kinds, what a missing document blocks, and the age limits of cars, as several questions. */
export const paperQuestions = {
  kinds: listQuestion(
    (on) => on.selectFrom('paper_kinds').selectAll().orderBy('ordinal'),
    (rows: Selectable<PaperKinds>[]) => rows.map(kindOf),
  ),
  rules: rulesOfPapers,
  limits: listQuestion(selectAgeLimits, (rows: AgeLimit[]) => rows),
}

function kindOf(row: Selectable<PaperKinds>): PaperKindWithVersion {
  return {
    code: row.code,
    holder: row.holder as PaperHolder,
    name: { pt: row.name_pt, en: row.name_en },
    appliesTo: row.applies_to,
    hasExpiry: row.has_expiry,
    validMonths: row.valid_months,
    needed: { drive: row.needed_to_drive, assign: row.needed_to_assign, pay: row.needed_to_pay },
    fromDriver: row.from_driver,
    isSensitive: row.is_sensitive,
    isUsed: row.is_used,
    atRoadside: row.at_roadside,
    namesApplication: row.names_application,
    firstAfterMonths: row.first_after_months,
    version: row.version,
  }
}

import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import {
  type FinancialSettings,
  type SettingName,
  type SettingValue,
  compareSettings,
  isValidSetting,
  isSettingName,
  settingsFrom,
} from '#domain/financial-settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, nextWeek, previousWeek, weekAt, weekName } from '#domain/week.ts'
import type { SettingsDraft } from './schema.ts'
import { keptOfOperator } from '#platform/operator.ts'

/** The constants of a week; with `knownAt`, as they were known at that moment, because earlier promises stay. */
export async function settingsIn(
  week: Week,
  on: Kysely<DB> = db,
  knownAt: Temporal.Instant | null = null,
): Promise<FinancialSettings> {
  return settingsFrom(await selectNewest(week, on, knownAt).execute())
}

/** The query for the constants of a week as known now; `askTogether` can send it with others. */
export const settingsOf = (week: Week) =>
  listQuestion(
    (on) => selectNewest(week, on),
    (rows: { name: string; value: unknown }[]) => settingsFrom(rows),
  )

/** Selects the value of each setting in a week. */
function selectNewest(week: Week, on: Kysely<DB>, knownAt: Temporal.Instant | null = null) {
  return on
    .selectFrom('financial_settings')
    .select(['name', 'value'])
    .distinctOn('name')
    .where('valid_from', '<=', week)
    .$if(knownAt !== null, (set) => set.where('created_at', '<=', knownAt))
    .orderBy('name')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
}

/** Reads every version of the constants once, for callers that need many weeks and moments. */
export async function readSettings(on: Kysely<DB> = db) {
  return askAlone(allSettings, on)
}

export const allSettings = listQuestion(
  (on) =>
    on
      .selectFrom('financial_settings')
      .select(['name', 'value', 'valid_from', 'created_at'])
      .orderBy('valid_from')
      .orderBy('id'),
  (rows: SettingRow[]): SettingsOf => {
    const text = JSON.stringify(rows)
    if (lastSettings.value?.text !== text) lastSettings.value = { text, settings: settingsOfRows(rows) }
    return lastSettings.value.settings
  },
)

type SettingRow = { name: string; value: unknown; valid_from: string; created_at: string }
type SettingsOf = (week: Week, knownAt?: Temporal.Instant | null) => FinancialSettings

/** The last settings. It stays the same object while the rows are the same, because caches use it as their key. */
const lastSettings = keptOfOperator<{ text: string; settings: SettingsOf } | null>(() => null)

function settingsOfRows(rows: readonly SettingRow[]): SettingsOf {
  return (week, knownAt = null) => {
    const inForce = rows.filter(
      (row) => row.valid_from <= week && (knownAt === null || Temporal.Instant.compare(row.created_at, knownAt) <= 0),
    )
    return settingsFrom(new Map(inForce.map((row) => [row.name, row])).values())
  }
}

export type DatedSetting = {
  id: number
  name: SettingName
  value: SettingValue
  from: string
  reason: string
  by: string | null
  at: string
}

/** Every value ever set, the latest week first. */
export async function listSettings(on: Kysely<DB> = db): Promise<DatedSetting[]> {
  const rows = await on
    .selectFrom('financial_settings')
    .leftJoin('users', 'users.uid', 'created_by')
    .selectAll('financial_settings')
    .select(personName().as('by'))
    .orderBy('valid_from', 'desc')
    .orderBy('financial_settings.id', 'desc')
    .execute()
  return rows.flatMap(({ id, name, value, valid_from, reason, by, created_at }) =>
    isSettingName(name) && isValidSetting(name, value)
      ? [{ id, name, value, from: valid_from, reason, by, at: created_at.toString() }]
      : [],
  )
}

/** The newest week with an approved statement: a setting can only begin after it. */
export async function lastApprovedWeek(on: Kysely<DB> = db): Promise<Week | null> {
  const { week } = await on
    .selectFrom('settlements')
    .where('state', 'in', ['approved', 'in-batch', 'paid'])
    .select(sql<Week | null>`max(week)`.as('week'))
    .executeTakeFirstOrThrow()
  return week
}

/** The first week without approved statements: after the newest approved one, or else the last full week. */
export async function openWeek(now: Temporal.Instant): Promise<Week> {
  const approved = await lastApprovedWeek()
  return approved === null ? previousWeek(weekAt(now)) : nextWeek(approved)
}

/**
 * Compares a draft with the values that hold in its first week (`counting`): which it would change, and which have
 * another value than the form showed (`stale`). Refuses `settings.week-approved` for a week that is approved or lies
 * before an approved one, and `settings.nothing-changed`.
 */
export async function findChange({ from, settings, seen }: SettingsDraft, on: Kysely<DB> = db) {
  const approved = await lastApprovedWeek(on)
  if (approved !== null && from <= approved) throw new Refusal('settings.week-approved', { week: weekName(approved) })
  const counting = await settingsIn(from, on)
  const compared = compareSettings(counting, settings, seen ?? counting)
  if (compared.changed.length === 0) throw new Refusal('settings.nothing-changed')
  return { counting, ...compared }
}

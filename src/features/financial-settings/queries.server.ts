import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import {
  type FinancialSettings,
  type SettingName,
  type SettingValue,
  fits,
  isSettingName,
  settingsFrom,
} from '#domain/financial-settings.ts'
import type { Week } from '#domain/week.ts'

/** The constants that count in a week. */
export async function settingsIn(week: Week, on: Kysely<DB> = db): Promise<FinancialSettings> {
  const rows = await on
    .selectFrom('financial_settings')
    .select(['name', 'value'])
    .distinctOn('name')
    .where('valid_from', '<=', week)
    .orderBy('name')
    .orderBy('valid_from', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return settingsFrom(rows)
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

/** Everything ever set, the latest week first. */
export async function listSettings(on: Kysely<DB> = db): Promise<DatedSetting[]> {
  const rows = await on
    .selectFrom('financial_settings')
    .leftJoin('users', 'users.uid', 'created_by')
    .selectAll('financial_settings')
    .select('users.email as by')
    .orderBy('valid_from', 'desc')
    .orderBy('financial_settings.id', 'desc')
    .execute()
  return rows.flatMap(({ id, name, value, valid_from, reason, by, created_at }) =>
    isSettingName(name) && fits(name, value)
      ? [{ id, name, value, from: valid_from, reason, by, at: created_at.toString() }]
      : [],
  )
}

/** The newest week in which anything is approved: a setting can only begin after it. */
export async function lastApprovedWeek(on: Kysely<DB> = db): Promise<Week | null> {
  const { week } = await on
    .selectFrom('settlements')
    .where('state', 'in', ['approved', 'in-batch', 'paid'])
    .select(sql<Week | null>`max(week)`.as('week'))
    .executeTakeFirstOrThrow()
  return week
}

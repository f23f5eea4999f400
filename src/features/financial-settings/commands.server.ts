import { SETTINGS } from '#domain/financial-settings.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekName } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { lockWeeks } from '#features/imports/commands.server.ts'
import { lastApprovedWeek, settingsIn } from './queries.server.ts'
import type { SettingsInput } from './schema.ts'

/**
 * Sets constants from a week on: one row for each that differs from what counts there. Refuses `settings.week-approved`
 * for a week that is approved or lies before one, and `settings.nothing-changed`.
 */
export async function changeSettings(deed: Deed, { from, settings, reason }: SettingsInput): Promise<void> {
  await lockWeeks(deed.tx, [from])
  const approved = await lastApprovedWeek(deed.tx)
  if (approved !== null && from <= approved) throw new Refusal('settings.week-approved', { week: weekName(approved) })
  const before = await settingsIn(from, deed.tx)
  const changed = SETTINGS.filter(({ name }) => settings[name] !== undefined && settings[name] !== before[name])
  if (changed.length === 0) throw new Refusal('settings.nothing-changed')

  await deed.tx
    .insertInto('financial_settings')
    .values(
      changed.map(({ name }) => ({
        name,
        value: JSON.stringify(settings[name]),
        valid_from: from,
        reason,
        created_at: deed.now.toString(),
        created_by: deed.actor.uid,
      })),
    )
    .execute()
  deed.note({
    subject: 'financial-settings',
    before: Object.fromEntries(changed.map(({ name }) => [name, before[name]])),
    after: { from, reason, ...Object.fromEntries(changed.map(({ name }) => [name, settings[name] ?? null])) },
  })
}

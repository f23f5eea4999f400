import { inParts } from '#db/parts.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockBalances, lockWeeks } from '#features/ledger/commands.server.ts'
import { findChange } from './queries.server.ts'
import type { SettingsInput } from './schema.ts'

/**
 * Sets constants from a week on: one row for each that differs from its value in that week. Refuses what `findChange`
 * refuses, and `settings.changed-meanwhile` when one of them has another value than the form showed.
 */
export async function changeSettings(change: Change, input: SettingsInput): Promise<void> {
  const { from, settings, reason } = input
  await lockWeeks(change.tx, [from])
  // Wait for approvals and other changes: otherwise a later week could be approved meanwhile with the old values.
  await lockBalances(change.tx)
  const { counting, changed, stale } = await findChange(input, change.tx)
  if (stale.length > 0) throw new Refusal('settings.changed-meanwhile')

  const rows = changed.map((name) => ({
    name,
    value: JSON.stringify(settings[name]),
    valid_from: from,
    reason,
    created_at: change.now.toString(),
    created_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('financial_settings').values(part).execute()
  change.note({
    subject: 'financial-settings',
    before: Object.fromEntries(changed.map((name) => [name, counting[name]])),
    after: { from, reason, ...Object.fromEntries(changed.map((name) => [name, settings[name] ?? null])) },
  })
}

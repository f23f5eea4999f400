import { inParts } from '#db/parts.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { lockBalances, lockWeeks } from '#features/ledger/commands.server.ts'
import { findChange } from './queries.server.ts'
import type { SettingsInput } from './schema.ts'

/**
 * Sets constants from a week on: one row for each that differs from what counts there. Refuses what `findChange` does,
 * and `settings.changed-meanwhile` when one of them no longer counts there as it was seen.
 */
export async function changeSettings(deed: Deed, input: SettingsInput): Promise<void> {
  const { from, settings, reason } = input
  await lockWeeks(deed.tx, [from])
  // Never beside the approval of a later week, which would stand on what counts no more, nor beside another change.
  await lockBalances(deed.tx)
  const { counting, changed, stale } = await findChange(input, deed.tx)
  if (stale.length > 0) throw new Refusal('settings.changed-meanwhile')

  const rows = changed.map((name) => ({
    name,
    value: JSON.stringify(settings[name]),
    valid_from: from,
    reason,
    created_at: deed.now.toString(),
    created_by: deed.actor.uid,
  }))
  for (const part of inParts(rows)) await deed.tx.insertInto('financial_settings').values(part).execute()
  deed.note({
    subject: 'financial-settings',
    before: Object.fromEntries(changed.map((name) => [name, counting[name]])),
    after: { from, reason, ...Object.fromEntries(changed.map((name) => [name, settings[name] ?? null])) },
  })
}

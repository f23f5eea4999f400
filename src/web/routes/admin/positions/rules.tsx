import { listEvents } from '#features/audit/queries.server.ts'
import { saveRules } from '#features/positions/rules/commands.server.ts'
import { readSettings } from '#features/positions/rules/queries.server.ts'
import { rulesRecord } from '#features/positions/rules/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/rules.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async () => {
  const [{ recordsSince, watchedAt: _, ...rules }, events] = await Promise.all([
    readSettings(),
    listEvents('positions'),
  ])
  return { rules: { ...rules, records: recordsSince !== null }, events }
})

export const action = saves('position.rules', rulesRecord.input, async (change, input) => {
  await saveRules(change, input)
  return withDone(BASE, 'saved')
})

/** Whether positions are recorded, when, for how long, and whether a look needs a reason. */
export default function PositionRulesScreen({ loaderData: { rules, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.positions.rulesTitle')}
      subtitle={t('page.positions.rulesText')}
      back={{ to: BASE, label: t('page.positions.title') }}
      of={rulesRecord}
      values={rules}
      events={events}
      buttonWords={t('page.positions.save')}
    />
  )
}

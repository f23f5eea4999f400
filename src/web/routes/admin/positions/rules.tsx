import { listEvents } from '#features/audit/queries.server.ts'
import { saveRules } from '#features/positions/rules/commands.server.ts'
import { readSettings } from '#features/positions/rules/queries.server.ts'
import { type PositionSettings, rulesRecord } from '#features/positions/rules/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/rules.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async () => {
  const [settings, events] = await Promise.all([readSettings(), listEvents('positions')])
  return { rules: typedRules(settings), events }
})

export const action = saves(
  'position.rules',
  rulesRecord.input.and(opened),
  async (change, { opened: seen, ...rules }, { url }: Route.ActionArgs) => {
    refuseIfChanged(rulesRecord, seen, typedRules(await readSettings(change.tx)), languageOf(url.pathname))
    await saveRules(change, rules)
    return withDone(BASE, 'saved')
  },
)

/** The rules in the form's fields. */
function typedRules(settings: PositionSettings) {
  return { ...settings, records: settings.recordsSince !== null }
}

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
      version={null}
      events={events}
      buttonWords={t('page.positions.save')}
    />
  )
}

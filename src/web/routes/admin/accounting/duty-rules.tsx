import { saveDutyRules } from '#features/accounting/duties/commands.server.ts'
import { USUAL_RULES, findDutyRules } from '#features/accounting/duties/queries.server.ts'
import { dutyRulesRecord } from '#features/accounting/duties/schema.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { LAST_CHANGES } from '#web/parts/last-changes.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/duty-rules.ts'

const dutyRulesInput = dutyRulesRecord.input.and(opened)

const BASE = '/admin/accounting/duties'

export const loader = shows(async () => {
  const [rules, events] = await Promise.all([findDutyRules(), listEvents('duties')])
  return { rules: rules ?? USUAL_RULES, events: events.slice(0, LAST_CHANGES) }
})

export const action = saves(
  'duty.rules',
  dutyRulesInput,
  async (change, { opened: seen, ...rules }, { url }: Route.ActionArgs) => {
    refuseIfChanged(dutyRulesRecord, seen, (await findDutyRules(change.tx)) ?? USUAL_RULES, languageOf(url.pathname))
    await saveDutyRules(change, rules)
    return `${BASE}?done=saved`
  },
)

/** Facts about the company that decide which duties it has. */
export default function DutyRulesScreen({ loaderData: { rules, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.duties.rules.title')}
      subtitle={t('page.duties.rules.subtitle')}
      back={{ to: BASE, label: t('page.duties.back') }}
      of={dutyRulesRecord}
      values={rules}
      version={null}
      buttonWords={t('page.duties.rules.save')}
      events={events}
    />
  )
}

import { saveCashRule } from '#features/connections/acts/commands.server.ts'
import { readCashRule } from '#features/connections/acts/queries.server.ts'
import { cashRuleInput, cashRuleRecord } from '#features/connections/acts/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/rule.ts'

const BASE = '/admin/drivers/platform-acts'

export const loader = shows(() => readCashRule())

export const action = saves(
  'platform-act.rule',
  cashRuleInput.and(opened),
  async (change, { opened: seen, ...rule }, { url }: Route.ActionArgs) => {
    refuseIfChanged(cashRuleRecord, seen, await readCashRule(change.tx), languageOf(url.pathname))
    await saveCashRule(change, rule)
    return withDone(BASE, 'saved')
  },
)

/** The rule for drivers who owe too much: whether cash trips are turned off, from which debt on, and whether somebody is asked first. */
export default function CashRuleScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <FormPage
      title={t('page.platformActs.rule.title')}
      subtitle={t('page.platformActs.rule.subtitle')}
      back={{ to: BASE, label: t('page.platformActs.back') }}
      of={cashRuleRecord}
      values={loaderData}
      version={null}
      buttonWords={t('page.platformActs.rule.save')}
    />
  )
}

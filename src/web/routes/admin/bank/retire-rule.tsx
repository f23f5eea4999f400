import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { retireRule } from '#features/bank/matches/commands.server.ts'
import { listRules } from '#features/bank/matches/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/retire-rule.ts'

const BACK = '/admin/bank/rules'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const rule = (await listRules()).find(({ id }) => id === params.id)
  if (!rule) throw new Refusal('record.not-found')
  return { text: rule.text }
})

export const action = saves('bank-rule.retire', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  await retireRule(deed, params.id)
  return `${BACK}?done=saved`
})

export default function RetireRuleScreen({ loaderData: { text } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.bank.lists.retire.question', { name: text })}
      text={t('page.bank.rules.retireText')}
      submit={t('page.bank.lists.retire.submit')}
      back={BACK}
      from={t('page.bank.rules.title')}
    />
  )
}

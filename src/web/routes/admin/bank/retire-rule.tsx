import { Refusal } from '#domain/refusal.ts'
import { retireRule } from '#features/bank/matches/commands.server.ts'
import { listRules } from '#features/bank/matches/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/retire-rule.ts'

const BACK = '/admin/bank/rules'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const rule = (await listRules()).find(({ id }) => id === params.id)
  if (!rule) throw new Refusal('record.not-found')
  return rule
})

export const action = confirms('bank-rule.retire', async (change, { params }: Route.ActionArgs) => {
  await retireRule(change, params.id)
  return `${BACK}?done=saved`
})

export default function RetireRuleScreen({ loaderData: rule }: Route.ComponentProps) {
  const t = useT()
  const { text, account, isOut, at, by } = rule
  return (
    <SmallAct
      record={text}
      from={t('page.bank.rules.title')}
      facts={{
        account: t(`page.accounts.accounts.${account}`),
        way: t(`page.acts.ways.${isOut ? 'out' : 'in'}`),
        since: formatInstant(at, t.language),
        by,
      }}
      question={t('page.bank.lists.retire.question', { name: text })}
      effect={t('page.bank.rules.retireText')}
      buttonWords={t('page.bank.lists.retire.submit')}
    />
  )
}

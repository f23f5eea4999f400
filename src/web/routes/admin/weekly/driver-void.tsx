import { Refusal } from '#domain/refusal.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { listAnswersOf } from '#features/payments/receipts/queries.server.ts'
import { voidSettlement } from '#features/settlements/commands.server.ts'
import { voiding } from '#features/settlements/schema.ts'
import { findStatementState } from '#features/statements/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { weekNumber } from '#messages/dates.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/driver-void.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const [statement, receipts] = await Promise.all([findStatementState(params.driver, week), listAnswersOf([week])])
  return {
    ...statement,
    week,
    hasReceipt: statement.settlementId !== null && receipts.get(statement.settlementId)?.state === 'received',
    // A reader who comes from the question about new data has the reason already.
    becauseChanged: new URL(request.url).searchParams.get('because') === 'changed',
  }
})

export const action = saves(
  'settlement.void',
  voiding.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const { settlementId } = await findStatementState(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-voidable')
    await voidSettlement(change, settlementId, reason)
    return `/admin/weekly/${weekName(week)}?done=voided-one`
  },
)

export default function VoidScreen({ loaderData }: Route.ComponentProps) {
  const { week, driver, state, version, hasReceipt, becauseChanged } = loaderData
  const t = useT()
  const amount = formatMoney(loaderData.net, t.language)
  const text = t('page.weekActs.voidOne.text', { amount, version: version + 1 })
  return (
    <SmallAct
      record={driver}
      from={t('common.back')}
      facts={{ week: weekNumber(week), amount, version }}
      question={t('page.weekActs.voidOne.title', { name: driver })}
      effect={hasReceipt ? `${text} ${t('page.weekActs.voidOne.receipt')}` : text}
      buttonWords={t('page.weekActs.voidOne.submit')}
      barred={state === 'issued' || state === 'approved' ? null : t('page.weekActs.voidOne.impossible')}
    >
      <RecordFields of={voiding} values={{ reason: becauseChanged ? t('page.week.questions.changed.kind') : '' }} />
    </SmallAct>
  )
}

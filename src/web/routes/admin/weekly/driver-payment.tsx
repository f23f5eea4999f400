import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { payOne } from '#features/payments/commands.server.ts'
import { findStanding } from '#features/statements/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { TextField } from '#web/ui/fields.tsx'
import { Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/driver-payment.ts'
import { ActionPage } from './action-page.tsx'
import { reasonInput } from './reason.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return {
    ...(await findStanding(params.driver, week)),
    week,
    weekName: weekName(week),
  }
})

export const action = saves(
  'payment.pay-one',
  z.object({ note: reasonInput }),
  async (deed, { note }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const week = readWeek(params.week)
    const { settlementId } = await findStanding(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-payable')
    await payOne(deed, settlementId, note)
    return `/admin/weekly/${weekName(week)}?done=paid-one`
  },
)

export default function PayOneScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { week, weekName: name, driver, state, payable } = loaderData
  const t = useT()
  const title = t('page.weekActs.payOne.title', { amount: formatMoney(payable, t.language), name: driver })
  return (
    <ActionPage week={week} weekName={name} title={title}>
      <FormReply reply={actionData} />
      {state === 'approved' && payable > 0 ? (
        <Form>
          <p>{t('page.weekActs.payOne.text')}</p>
          <TextField
            name="note"
            label={t('page.weekActs.payOne.note')}
            help={t('page.weekActs.payOne.noteHelp')}
            required
            maxLength={200}
            reply={actionData}
          />
          <div>
            <SubmitButton>{t('page.weekActs.payOne.submit')}</SubmitButton>
          </div>
        </Form>
      ) : (
        <p>{t('page.weekActs.payOne.impossible')}</p>
      )}
    </ActionPage>
  )
}

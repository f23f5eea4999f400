import { Refusal } from '#domain/refusal.ts'
import { readWeek, weekName } from '#domain/week.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { undoOnePayment } from '#features/payments/other-payments/commands.server.ts'
import { undoInput } from '#features/payments/other-payments/schema.ts'
import { findStanding } from '#features/statements/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ReasonField } from '#web/parts/money-fields.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/driver-payment-undoing.ts'
import { ActionPage } from './action-page.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const { driver } = await findStanding(params.driver, week)
  const reach = await reachOfDriver({ id: params.driver }, 'payment-undone')
  return {
    reach,
    driver,
    week,
    weekName: weekName(week),
    back: `/admin/weekly/${weekName(week)}/${params.driver}/payment`,
  }
})

export const action = saves(
  'payment.undo-one',
  undoInput,
  async (deed, { reason }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const week = readWeek(params.week)
    const { settlementId } = await findStanding(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-paid-by-hand')
    await undoOnePayment(deed, settlementId, reason)
    return `/admin/weekly/${weekName(week)}?done=unpaid-one`
  },
)

/** A payment by other means that was none: why, and what follows. */
export default function UndoPaymentScreen({ params, loaderData }: Route.ComponentProps) {
  const { week, weekName: name, driver, back, reach } = loaderData
  const t = useT()
  return (
    <ActionPage week={week} weekName={name} title={`${t('page.weekActs.payOne.undo')}: ${driver}`}>
      <Form>
        <p>{t('page.weekActs.payOne.undoText')}</p>
        <ReachNote reach={reach} name={driver} driver={params.driver} />
        <ReasonField />
        <Actions>
          <SubmitButton kind="danger">{t('page.weekActs.payOne.undoSubmit')}</SubmitButton>
          <LinkButton to={back} kind="text">
            {t('common.cancel')}
          </LinkButton>
        </Actions>
      </Form>
    </ActionPage>
  )
}

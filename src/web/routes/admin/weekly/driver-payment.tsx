import { Refusal } from '#domain/refusal.ts'
import { ZONE, readWeek, weekName } from '#domain/week.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { listOtherPayments } from '#features/payments/other-payments/queries.server.ts'
import { type OtherPayment, paidRecord } from '#features/payments/other-payments/schema.ts'
import { findStatementState } from '#features/statements/queries.server.ts'
import { formatDay, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import type { Route } from './+types/driver-payment.ts'
import { ActionPage } from './action-page.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const week = readWeek(params.week)
  const statement = await findStatementState(params.driver, week)
  const page = `/admin/weekly/${weekName(week)}/${params.driver}/payment`
  const payments = statement.settlementId ? await listOtherPayments(statement.settlementId) : []
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return {
    ...statement,
    driver: await nameApart(params.driver),
    week,
    weekName: weekName(week),
    page,
    payments,
    today,
    reach: await reachOfDriver({ id: params.driver }, 'statement-paid'),
  }
})

export const action = saves(
  'payment.pay-one',
  paidRecord.input,
  async (change, paid, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    const week = readWeek(params.week)
    const { settlementId } = await findStatementState(params.driver, week)
    if (!settlementId) throw new Refusal('settlement.not-payable')
    await payOne(change, settlementId, paid)
    return `/admin/weekly/${weekName(week)}?done=paid-one`
  },
)

/** Pays one statement by other means. If it was paid so, shows how, by whom and the proof, with a link to take it back. */
export default function PayOneScreen({ params, loaderData }: Route.ComponentProps) {
  const { week, weekName: name, driver, state, payable, payments, page, today, reach } = loaderData
  const t = useT()
  const canPay = state === 'approved' && payable > 0
  const counts = state === 'paid' ? payments.find(({ undone }) => undone === null) : undefined
  return (
    <ActionPage
      week={week}
      weekName={name}
      title={t('page.weekActs.payOne.title', { amount: formatMoney(payable, t.language), name: driver })}
    >
      <Stack>
        {payments.map((payment) => (
          <Paid key={payment.id} payment={payment} page={page} />
        ))}
        {counts ? (
          <div>
            <LinkButton to={`${page}/undoing`}>{t('page.weekActs.payOne.undo')}</LinkButton>
          </div>
        ) : null}
        {canPay ? (
          <Form
            of={paidRecord}
            values={{ paidOn: today }}
            above={
              <>
                <p>{t('page.weekActs.payOne.text')}</p>
                <ReachNote reach={reach} name={driver} driver={params.driver} />
              </>
            }
          >
            <div>
              <SubmitButton>{t('page.weekActs.payOne.submit')}</SubmitButton>
            </div>
          </Form>
        ) : counts ? null : (
          <p>{t('page.weekActs.payOne.impossible')}</p>
        )}
      </Stack>
    </ActionPage>
  )
}

function Paid({ payment, page }: { payment: OtherPayment; page: string }) {
  const t = useT()
  const { id, amount, means, paidOn, note, fileName, writtenAt, by, undone } = payment
  const nobody = t('page.weekActs.payOne.nobody')
  return (
    <div>
      <p>
        {t('page.weekActs.payOne.paid', {
          amount: formatMoney(amount, t.language),
          means: t(`page.weekActs.payOne.meansOf.${means}`),
          day: formatDay(paidOn, t.language),
        })}{' '}
        {note}
      </p>
      {fileName ? (
        <p>
          <Link to={`${page}/proofs/${id}`} file>
            {t('page.weekActs.payOne.openProof', { name: fileName })}
          </Link>
        </p>
      ) : null}
      <Words look="small">
        {t('page.weekActs.payOne.by', { by: by ?? nobody, at: formatInstant(writtenAt, t.language) })}
      </Words>
      {undone ? (
        <Words look="warn">
          {t('page.weekActs.payOne.undone', {
            by: undone.by ?? nobody,
            at: formatInstant(undone.at, t.language),
            reason: undone.reason,
          })}
        </Words>
      ) : null}
    </div>
  )
}

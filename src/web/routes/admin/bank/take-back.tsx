import { Refusal } from '#domain/refusal.ts'
import { takeAnswerBack } from '#features/bank/matches/commands.server.ts'
import { getMovement, withNames } from '#features/bank/matches/queries.server.ts'
import { toldOfPayment } from '#features/payments/schema.ts'
import { takingAnswerBack, takingPaymentBack } from '#features/bank/matches/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireRecentSignIn } from '#web/session.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/take-back.ts'
import { whatIs } from './movements.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const [row] = await withNames([await getMovement(params.id)])
  if (!row?.answer) throw new Refusal('record.not-found')
  return row
})

export const action = saves(
  'bank.take-back',
  takingAnswerBack.input.extend({ told: toldOfPayment.optional() }),
  async (change, { reason, told }, { params, context }: Route.ActionArgs) => {
    requireRecentSignIn(context)
    await takeAnswerBack(change, params.id, reason, told ?? '')
    return `/admin/bank/${params.id}?done=saved`
  },
)

/** Asks why the answer to a movement is taken back. */
export default function TakeAnswerBackScreen({ loaderData: row }: Route.ComponentProps) {
  const t = useT()
  const amount = formatMoney(row.amount, t.language)
  const what = whatIs(t, row)
  const isPayment = row.answer?.kind === 'payments' || row.answer?.kind === 'part'
  return (
    <SmallAct
      record={row.text}
      from={t('common.back')}
      facts={{ amount, answered: what }}
      question={t('page.bank.back.title')}
      effect={[t('page.bank.back.text', { what, amount }), isPayment ? t('page.bank.back.seen') : ''].join(' ').trim()}
      buttonWords={t('page.bank.back.submit')}
    >
      <RecordFields of={isPayment ? takingPaymentBack : takingAnswerBack} />
    </SmallAct>
  )
}

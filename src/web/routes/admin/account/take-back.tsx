import { Refusal } from '#domain/refusal.ts'
import { takeBackReclassification } from '#features/weeks/reclassifications/commands.server.ts'
import { getReclassification } from '#features/weeks/reclassifications/queries.server.ts'
import { takingBack } from '#features/weeks/reclassifications/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/take-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { account, amount, isTakenBack } = await getReclassification(params.id)
  if (isTakenBack) throw new Refusal('reclassification.taken-back')
  return { account, amount }
})

export const action = saves(
  'books.take-back',
  takingBack.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await takeBackReclassification(change, params.id, reason)
    return '/admin/account/reclassifications?done=taken-back'
  },
)

/** Asks why an amount goes back to the suspense account. */
export default function TakeBackScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const account = t(`page.accounts.accounts.${loaderData.account}`)
  const amount = formatMoney(Math.abs(loaderData.amount), t.language)
  const side = t(`page.accounts.classes.sides.${loaderData.amount > 0 ? 'credit' : 'debit'}`).toLowerCase()
  return (
    <SmallAct
      record={account}
      from={t('page.accounts.classes.title')}
      facts={{ amount }}
      question={t('page.accounts.classes.back.title')}
      effect={t('page.accounts.classes.back.text', { amount, side, account })}
      buttonWords={t('page.accounts.classes.back.submit')}
    >
      <RecordFields of={takingBack} />
    </SmallAct>
  )
}

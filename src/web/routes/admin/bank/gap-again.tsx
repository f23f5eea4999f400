import { Refusal } from '#domain/refusal.ts'
import { askGapAgain } from '#features/bank-gaps/commands.server.ts'
import { getGap } from '#features/bank-gaps/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/gap-again.ts'
import { accountName, gapWords } from './bank-words.ts'

const BACK = '/admin/bank/accounts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const gap = await getGap(params.id)
  if (!gap.answer) throw new Refusal('record.not-found')
  return { gap, reason: gap.answer.reason }
})

export const action = confirms('bank.ask-gap', async (change, { params }: Route.ActionArgs) => {
  const { answer } = await getGap(params.id, change.tx)
  if (!answer) throw new Refusal('record.not-found')
  await askGapAgain(change, answer.id)
  return `${BACK}?done=saved`
})

/** Asks before a gap that was explained becomes a question again. */
export default function GapAgainScreen({ loaderData: { gap, reason } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={gapWords(t, gap)}
      from={t('page.bank.accounts')}
      facts={{ account: accountName(t, gap.account), reason, by: gap.answer?.by }}
      question={t('page.bank.lists.retire.question', { name: reason })}
      effect={[gapWords(t, gap), t('page.bank.gaps.again')].join(' ')}
      buttonWords={t('page.bank.lists.retire.submit')}
    />
  )
}

import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { askGapAgain } from '#features/bank-gaps/commands.server.ts'
import { getGap } from '#features/bank-gaps/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { ConfirmForm } from '#web/parts/confirm-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/gap-again.ts'
import { gapWords } from './bank-words.ts'

const BACK = '/admin/bank/accounts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const gap = await getGap(params.id)
  if (!gap.answer) throw new Refusal('record.not-found')
  return { gap, reason: gap.answer.reason }
})

export const action = saves('bank.ask-gap', z.object({}), async (deed, _, { params }: Route.ActionArgs) => {
  const { answer } = await getGap(params.id, deed.tx)
  if (!answer) throw new Refusal('record.not-found')
  await askGapAgain(deed, answer.id)
  return `${BACK}?done=saved`
})

/** Asks before it is a question again. */
export default function GapAgainScreen({ loaderData: { gap, reason } }: Route.ComponentProps) {
  const t = useT()
  return (
    <ConfirmForm
      title={t('page.bank.lists.retire.question', { name: reason })}
      text={[gapWords(t, gap), t('page.bank.gaps.again')].join(' ')}
      submit={t('page.bank.lists.retire.submit')}
      back={BACK}
      from={t('page.bank.accounts')}
    />
  )
}

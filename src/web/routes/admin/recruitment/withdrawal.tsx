import { isOpen } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import { noteWithdrawal } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { withdrawInput, withdrawRecord } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdrawal.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, email, state } = await getApplication(params.id)
  if (!isOpen(state)) throw new Refusal('application.decided')
  return { name, email, state }
})

export const action = saves(
  'application.withdraw',
  withdrawInput,
  async (change, input, { params }: Route.ActionArgs) => {
    await noteWithdrawal(change, params.id, input)
    return `/admin/recruitment/${params.id}`
  },
)

/** Withdraws an application, because the person changed their mind or never answered. */
export default function WithdrawalScreen({ loaderData: { name, email, state } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ state: t(`page.recruitment.states.${state}`), email }}
      question={t('page.recruitment.withdrawal.title', { name })}
      effect={t('page.recruitment.withdrawal.text')}
      buttonWords={t('page.recruitment.withdrawal.submit')}
    >
      <RecordFields of={withdrawRecord} />
    </SmallAct>
  )
}

import { isOpen } from '#domain/application.ts'
import { Refusal } from '#domain/refusal.ts'
import { reachOfPerson } from '#features/mail/reach/queries.server.ts'
import { rejectApplication } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { rejectInput, rejectRecord } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/rejection.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, email, state } = await getApplication(params.id)
  if (!isOpen(state)) throw new Refusal('application.decided')
  return { name, email, state, reach: await reachOfPerson({ email }, 'application-rejected') }
})

export const action = saves('application.reject', rejectInput, async (change, input, { params }: Route.ActionArgs) => {
  await rejectApplication(change, params.id, input)
  return `/admin/recruitment/${params.id}`
})

export default function RejectionScreen({ loaderData: { name, email, state, reach } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ state: t(`page.recruitment.states.${state}`), email }}
      question={t('page.recruitment.rejection.title', { name })}
      effect={t('page.recruitment.rejection.text')}
      buttonWords={t('page.recruitment.rejection.submit')}
    >
      <ReachNote reach={reach} name={name} />
      <RecordFields of={rejectRecord} />
    </SmallAct>
  )
}

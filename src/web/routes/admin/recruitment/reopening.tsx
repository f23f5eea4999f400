import { Refusal } from '#domain/refusal.ts'
import { reopenApplication } from '#features/recruitment/commands.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { reopenInput, reopenRecord } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/reopening.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, state } = await getApplication(params.id)
  if (state !== 'rejected' && state !== 'withdrawn') throw new Refusal('application.not-ended')
  return { name, state }
})

export const action = saves('application.reopen', reopenInput, async (change, input, { params }: Route.ActionArgs) => {
  await reopenApplication(change, params.id, input)
  return `/admin/recruitment/${params.id}`
})

/** Reopens an application whose rejection or withdrawal was a mistake. */
export default function ReopeningScreen({ loaderData: { name, state } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ state: t(`page.recruitment.states.${state}`) }}
      question={t('page.recruitment.reopening.title', { name })}
      effect={t(`page.recruitment.reopening.text.${state}`)}
      buttonWords={t('page.recruitment.reopening.submit')}
      kind="primary"
    >
      <RecordFields of={reopenRecord} />
    </SmallAct>
  )
}

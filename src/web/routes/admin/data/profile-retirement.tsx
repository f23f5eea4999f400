import { retireProfile } from '#features/imports/profiles/commands.server.ts'
import { getProfile } from '#features/imports/profiles/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/profile-retirement.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, source } = await getProfile(params.id)
  return { id, source }
})

export const action = confirms('profile.retire', async (change, { params }: Route.ActionArgs) => {
  await retireProfile(change, params.id)
  return '/admin/data?done=retired'
})

export default function ProfileRetirementScreen({ loaderData: { id, source } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={source}
      from={t('page.profiles.edit.title')}
      facts={{ source }}
      back={`/admin/data/profiles/${id}`}
      question={t('page.profiles.retire.question', { source })}
      effect={t('page.profiles.retire.text')}
      buttonWords={t('page.profiles.retire.submit')}
    />
  )
}

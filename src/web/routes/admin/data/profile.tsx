import { listEvents } from '#features/audit/queries.server.ts'
import { changeProfile } from '#features/imports/profiles/commands.server.ts'
import { getProfile, readSample } from '#features/imports/profiles/queries.server.ts'
import { changeInput, readSetupInput } from '#features/imports/profiles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/profile.ts'
import { TeachForm } from './teach-form.tsx'
import { TeachResult } from './teach-result.tsx'
import { lookAgain, setupFields } from './teach.server.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const profile = await getProfile(params.id)
  const view = await lookAgain(await readSample(profile), new URL(request.url).searchParams, profile)
  return { id: profile.id, version: profile.version, view, events: await listEvents(`profile:${profile.id}`) }
})

/** Saves the answers in the address as a new version; an address without answers means those taught before. */
export const action = saves(
  'profile.change',
  changeInput,
  async (change, { version }, { request, params }: Route.ActionArgs) => {
    const fields = setupFields(new URL(request.url).searchParams, await getProfile(params.id, change.tx))
    await changeProfile(change, params.id, version, readSetupInput(fields))
    return '/admin/data?done=corrected'
  },
)

/** How the next files of a taught list are read, tried on the file with which it was taught. */
export default function ProfileScreen({
  loaderData: { id, version, view, events },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.profiles.edit.title')}
        subtitle={t('page.profiles.edit.subtitle', { file: view.file })}
        back={{ to: '/admin/data', label: t('page.data.title') }}
        actions={<LinkButton to={`/admin/data/profiles/${id}/retirement`}>{t('page.profiles.list.retire')}</LinkButton>}
      />
      <Stack>
        <TeachForm view={view} />
        <TeachResult view={view} version={version} reply={reply} />
        <RecordHistory events={events} />
      </Stack>
    </>
  )
}

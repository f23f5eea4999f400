import { readDroppedFile } from '#features/imports/drops/queries.server.ts'
import { createProfile } from '#features/imports/profiles/commands.server.ts'
import { readSetupInput } from '#features/imports/profiles/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/teach.ts'
import { TeachForm } from './teach-form.tsx'
import { TeachResult } from './teach-result.tsx'
import { lookAgain } from './teach.server.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs) => {
  const file = await readDroppedFile(params.id, params.file)
  const view = await lookAgain(file, new URL(request.url).searchParams, null)
  return { drop: params.id, view }
})

/** Saves the answers in the address, so that it saves exactly what the person saw. */
export const action = confirms('profile.teach', async (change, { request, params }: Route.ActionArgs) => {
  await createProfile(
    change,
    await readDroppedFile(params.id, params.file),
    readSetupInput(new URL(request.url).searchParams),
  )
  return `/admin/data/drops/${params.id}`
})

/** A file that nobody knows: a person says what each column is, sees how the file reads, and it is known from then on. */
export default function TeachScreen({ loaderData: { drop, view }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.profiles.title')}
        subtitle={t('page.profiles.subtitle')}
        back={{ to: `/admin/data/drops/${drop}`, label: t('page.profiles.backToDrop') }}
      />
      <Stack>
        {view.known ? (
          <Notice
            tone="warn"
            action={<Link to={`/admin/data/profiles/${view.known.id}`}>{t('page.profiles.takenLink')}</Link>}
          >
            <p>{t('page.profiles.taken', { source: view.known.source })}</p>
          </Notice>
        ) : null}
        <TeachForm view={view} />
        <TeachResult view={view} reply={reply} />
      </Stack>
    </>
  )
}

import { isOpen } from '#domain/application.ts'
import { countReach } from '#domain/reach.ts'
import { reachOfPeople } from '#features/mail/reach/queries.server.ts'
import { rejectSeveral } from '#features/recruitment/commands.server.ts'
import { listApplications } from '#features/recruitment/queries.server.ts'
import { rejectInput, rejectRecord } from '#features/recruitment/schema.ts'
import { chosenIds } from '#forms/fields.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/reject-several.ts'
import { CANDIDATES } from './candidates.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { t }) => {
  const chosen = chosenOf(CANDIDATES, await listApplications(), request, t)
  const open = chosen.filter(({ state }) => isOpen(state))
  return {
    open: open.map(({ id, name }) => ({ id, name })),
    decidedCount: chosen.length - open.length,
    reach: countReach(await reachOfPeople(open, 'application-rejected')),
  }
})

const input = rejectInput.extend({ ids: chosenIds() })

export const action = saves('application.reject', input, async (change, { ids, ...why }) => {
  await rejectSeveral(change, ids, why)
  return withDone(CANDIDATES.place, 'saved')
})

/**
 * Rejects several applications with the same answer: each applicant gets a mail, and none is rejected if one of them was decided
 * meanwhile.
 */
export default function RejectSeveralScreen({ loaderData: { open, decidedCount, reach } }: Route.ComponentProps) {
  const t = useT()
  const count = open.length
  return (
    <>
      <PageHead
        title={t('page.recruitment.together.rejectTitle')}
        subtitle={decidedCount > 0 ? t('page.recruitment.together.left', { count: decidedCount }) : undefined}
        back={{ to: CANDIDATES.place, label: t('page.recruitment.list.title') }}
      />
      <TogetherForm
        chosen={open}
        text={t('page.recruitment.together.rejectText', { count })}
        submit={t('page.recruitment.together.rejectSubmit', { count })}
        back={CANDIDATES.place}
        danger
      >
        <ReachNoteOfMany counts={reach} />
        <RecordFields of={rejectRecord} />
      </TogetherForm>
    </>
  )
}

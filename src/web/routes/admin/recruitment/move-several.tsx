import { isOpen } from '#domain/application.ts'
import { moveSeveral } from '#features/recruitment/board/commands.server.ts'
import { listApplications } from '#features/recruitment/queries.server.ts'
import { moveSeveralRecord } from '#features/recruitment/schema.ts'
import { listStages } from '#features/recruitment/stages/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { chosenOf } from '#web/parts/list.ts'
import { TogetherForm } from '#web/parts/together.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/move-several.ts'
import { CANDIDATES } from './candidates.tsx'

export const loader = shows(async ({ request }: Route.LoaderArgs, { t }) => {
  const chosen = chosenOf(CANDIDATES, await listApplications(), request, t)
  const open = chosen.filter(({ state }) => isOpen(state)).map(({ id, name }) => ({ id, name }))
  return { open, left: chosen.length - open.length, stages: await listStages() }
})

export const action = saves('application.move', moveSeveralRecord.input, async (change, { ids, ...to }) => {
  await moveSeveral(change, ids, to)
  return withDone(CANDIDATES.place, 'saved')
})

/** Moves several applications to one state; from there they can be moved back. */
export default function MoveSeveralScreen({ loaderData: { open, left, stages } }: Route.ComponentProps) {
  const t = useT()
  const count = open.length
  return (
    <>
      <PageHead
        title={t('page.recruitment.together.moveTitle')}
        subtitle={left > 0 ? t('page.recruitment.together.left', { count: left }) : undefined}
        back={{ to: CANDIDATES.place, label: t('page.recruitment.list.title') }}
      />
      <TogetherForm
        chosen={open}
        text={t('page.recruitment.together.moveText', { count })}
        submit={t('page.recruitment.together.moveSubmit', { count })}
        back={CANDIDATES.place}
      >
        <RecordFields
          of={moveSeveralRecord}
          offered={{ stage: stages.map(({ id, name }) => ({ value: id, label: name[t.language] })) }}
        />
      </TogetherForm>
    </>
  )
}

import { createStage } from '#features/recruitment/stages/commands.server.ts'
import { listStages } from '#features/recruitment/stages/queries.server.ts'
import { newStageInput, stageRecord } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/new-stage.ts'

export const loader = shows(async () => ({ stages: await listStages() }))

export const action = saves('stage.create', newStageInput, async (change, input) => {
  await createStage(change, input)
  return withDone('/admin/recruitment/stages', 'saved')
})

/** Adds a column to the board, at its right. */
export default function NewStageScreen({ loaderData: { stages } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.recruitment.stages.title')}
      from={t('page.recruitment.title')}
      facts={{ columns: stages.map(({ name }) => name[t.language]).join(', ') }}
      question={t('page.recruitment.stages.create')}
      effect={t('page.recruitment.stages.subtitle')}
      buttonWords={t('page.recruitment.stages.save')}
      kind="primary"
    >
      <RecordFields of={stageRecord} values={{ state: 'talking' }} />
    </SmallAct>
  )
}

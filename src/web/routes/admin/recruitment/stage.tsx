import { z } from 'zod'
import { listEvents } from '#features/audit/queries.server.ts'
import { removeStage, saveStage } from '#features/recruitment/stages/commands.server.ts'
import { countInStages, getStage } from '#features/recruitment/stages/queries.server.ts'
import { stageInput, stageRecord } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/stage.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const [stage, counted] = await Promise.all([getStage(params.stage), countInStages()])
  return { stage, count: counted.get(stage.id) ?? 0, events: await listEvents(`stage:${stage.id}`) }
})

const asked = z.union([z.object({ intent: z.literal('remove') }), stageInput.extend({ intent: z.literal('save') })])

export const action = saves(
  ({ intent }) => `stage.${intent}`,
  asked,
  async (change, input, { params }: Route.ActionArgs) => {
    if (input.intent === 'remove') await removeStage(change, params.stage)
    else await saveStage(change, params.stage, input)
    return withDone('/admin/recruitment/stages', 'saved')
  },
)

/** One column of the board. */
export default function StageScreen({ loaderData: { stage, count, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={stage.name[t.language]}
        back={{ to: '/admin/recruitment/stages', label: t('page.recruitment.stages.title') }}
      />
      <SideBySide>
        <Form
          intent="save"
          version={stage.version}
          of={stageRecord}
          values={{ namePt: stage.name.pt, nameEn: stage.name.en, state: stage.state }}
        >
          <Actions>
            <SubmitButton>{t('page.recruitment.stages.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t('page.recruitment.stages.remove')}>
          {count > 0 ? (
            <Words>{t('page.recruitment.stages.inUse', { count })}</Words>
          ) : (
            <Form intent="remove">
              <Words>{t('page.recruitment.stages.removeText')}</Words>
              <Actions>
                <SubmitButton kind="danger">{t('page.recruitment.stages.remove')}</SubmitButton>
              </Actions>
            </Form>
          )}
        </Section>
      </SideBySide>
      <RecordHistory events={events} />
    </>
  )
}

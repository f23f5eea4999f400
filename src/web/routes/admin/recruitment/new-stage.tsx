import { createStage } from '#features/recruitment/stages/commands.server.ts'
import { newStageInput } from '#features/recruitment/stages/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { StageFields } from './stage-fields.tsx'

export const loader = shows(async () => null)

export const action = saves('stage.create', newStageInput, async (deed, input) => {
  await createStage(deed, input)
  return withDone('/admin/recruitment/stages', 'saved')
})

/** A column that the board does not have yet; it comes at the right. */
export default function NewStageScreen() {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.stages.create')}
        back={{ to: '/admin/recruitment/stages', label: t('page.recruitment.stages.title') }}
      />
      <Page width="narrow">
        <Form>
          <StageFields stage={null} />
          <Actions>
            <SubmitButton>{t('page.recruitment.stages.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

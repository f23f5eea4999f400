import { createText } from '#features/recruitment/letters/commands.server.ts'
import { listTexts } from '#features/recruitment/letters/queries.server.ts'
import { newTextInput, textRecord } from '#features/recruitment/letters/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/new-text.ts'
import { OtherTexts } from './other-texts.tsx'
import { Places } from './text-fields.tsx'

export const loader = shows(async () => ({ texts: await listTexts() }))

export const action = saves('letter.create-text', newTextInput, async (change, input) => {
  await createText(change, input)
  return withDone('/admin/recruitment/texts', 'saved')
})

/** Adds a text to those of the office. */
export default function NewTextScreen({ loaderData: { texts } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.recruitment.letters.create')}
        back={{ to: '/admin/recruitment/texts', label: t('page.recruitment.letters.texts') }}
      />
      <SideBySide>
        <Form of={textRecord} drawn={{ places: <Places /> }}>
          <Actions>
            <SubmitButton>{t('page.recruitment.letters.save')}</SubmitButton>
          </Actions>
        </Form>
        <OtherTexts texts={texts} />
      </SideBySide>
    </>
  )
}

import { z } from 'zod'
import { listEvents } from '#features/audit/queries.server.ts'
import { removeText, saveText } from '#features/recruitment/letters/commands.server.ts'
import { getText } from '#features/recruitment/letters/queries.server.ts'
import { textInput, textRecord } from '#features/recruitment/letters/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/text.ts'
import { Places, typedText } from './text-fields.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const text = await getText(params.text)
  return { text, events: await listEvents(`letter-text:${text.id}`) }
})

const asked = z.union([
  z.object({ intent: z.literal('remove-text') }),
  textInput.extend({ intent: z.literal('save-text') }),
])

export const action = saves(
  ({ intent }) => `letter.${intent}`,
  asked,
  async (change, input, { params }: Route.ActionArgs) => {
    if (input.intent === 'remove-text') await removeText(change, params.text)
    else await saveText(change, params.text, input)
    return withDone('/admin/recruitment/texts', 'saved')
  },
)

/** One text of the office. */
export default function TextScreen({ loaderData: { text, events } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={text.name}
        back={{ to: '/admin/recruitment/texts', label: t('page.recruitment.letters.texts') }}
      />
      <SideBySide>
        <Form
          intent="save-text"
          version={text.version}
          of={textRecord}
          values={typedText(text)}
          drawn={{ places: <Places /> }}
        >
          <Actions>
            <SubmitButton>{t('page.recruitment.letters.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t('page.recruitment.letters.remove')}>
          <Form intent="remove-text">
            <Words>{t('page.recruitment.letters.removeText')}</Words>
            <Actions>
              <SubmitButton kind="danger">{t('page.recruitment.letters.remove')}</SubmitButton>
            </Actions>
          </Form>
        </Section>
      </SideBySide>
      <RecordHistory events={events} />
    </>
  )
}

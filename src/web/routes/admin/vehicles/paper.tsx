import { href } from 'react-router'
import { addPaper } from '#features/papers/commands.server.ts'
import { getKindOf } from '#features/papers/kinds/queries.server.ts'
import { paperInput } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ kind: await getKindOf('car', params.kind) }))

export const action = saves('paper.add', paperInput, async (deed, input, { params }: Route.ActionArgs) => {
  await addPaper(deed, { holder: 'car', id: params.id }, params.kind, input)
  return withDone(href('/admin/vehicles/:id/papers', params), 'saved')
})

/** A paper of a car. */
export default function CarPaperScreen({ loaderData: { kind } }: Route.ComponentProps) {
  const t = useT()
  return (
    <Section title={t('page.papers.form.title', { paper: kind.name[t.language] })}>
      <Form encType="multipart/form-data">
        <PaperFields kind={kind} paper={null} withFile />
        <Actions>
          <SubmitButton>{t('page.papers.form.submit')}</SubmitButton>
        </Actions>
      </Form>
    </Section>
  )
}

import { href } from 'react-router'
import { addPaper } from '#features/papers/commands.server.ts'
import { getKindOf } from '#features/papers/kinds/queries.server.ts'
import { findSlot } from '#features/papers/queries.server.ts'
import { paperInput } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { wayBack } from '#web/parts/asked-week.ts'
import { ContractWay } from '#web/parts/contract-way.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { PaperNow } from '#web/parts/holder-papers.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  kind: await getKindOf('car', params.kind),
  slot: await findSlot({ holder: 'car', id: params.id }, params.kind, now),
}))

export const action = saves('paper.add', paperInput, async (change, input, { request, params }: Route.ActionArgs) => {
  await addPaper(change, { holder: 'car', id: params.id }, params.kind, input)
  return wayBack(request) ?? withDone(href('/admin/vehicles/:id/papers', params), 'saved')
})

/** The form of a paper of a car, beside the valid one. */
export default function CarPaperScreen({ loaderData: { kind, slot } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SideBySide>
      <Section title={t('page.papers.form.title', { paper: kind.name[t.language] })}>
        <ContractWay />
        <Form encType="multipart/form-data">
          <PaperFields kind={kind} paper={null} withFile />
          <Actions>
            <SubmitButton>{t('page.papers.form.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Section>
      <PaperNow slot={slot} />
    </SideBySide>
  )
}

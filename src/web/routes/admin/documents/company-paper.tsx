import { href } from 'react-router'
import { addPaper } from '#features/papers/commands.server.ts'
import { getKindOf } from '#features/papers/kinds/queries.server.ts'
import { findSlot } from '#features/papers/queries.server.ts'
import { paperInput } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { PaperNow } from '#web/parts/holder-papers.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/company-paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  kind: await getKindOf('company', params.kind),
  slot: await findSlot({ holder: 'company' }, params.kind, now),
}))

export const action = saves('paper.add', paperInput, async (change, input, { params }: Route.ActionArgs) => {
  await addPaper(change, { holder: 'company' }, params.kind, input)
  return withDone(href('/admin/documents/company'), 'saved')
})

/** The form of a paper of the operator's, beside the valid one. */
export default function CompanyPaperScreen({ loaderData: { kind, slot } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents/company', label: t('page.papers.company.title') }}
        title={t('page.papers.form.title', { paper: kind.name[t.language] })}
      />
      <SideBySide>
        <Form encType="multipart/form-data">
          <PaperFields kind={kind} paper={null} withFile />
          <Actions>
            <SubmitButton>{t('page.papers.form.submit')}</SubmitButton>
          </Actions>
        </Form>
        <PaperNow slot={slot} />
      </SideBySide>
    </>
  )
}

import { PAPER_HOLDERS } from '#domain/paper.ts'
import { createKind } from '#features/papers/kinds/commands.server.ts'
import { newKindInput } from '#features/papers/kinds/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { SelectField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { KindFields } from './kind-fields.tsx'

export const loader = shows(async () => null)

export const action = saves('paper-kind.create', newKindInput, async (deed, input) => {
  await createKind(deed, input)
  return '/admin/documents/kinds?done=added'
})

/** A kind of paper that the list does not have yet. */
export default function NewKindScreen() {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents/kinds', label: t('page.papers.kinds.title') }}
        title={t('page.papers.kinds.create')}
      />
      <Page width="narrow">
        <Form>
          <SelectField
            name="holder"
            label={t('page.papers.kinds.fields.holder')}
            options={PAPER_HOLDERS.map((holder) => ({ value: holder, label: t(`page.papers.kinds.of.${holder}`) }))}
            required
          />
          <KindFields holder={null} kind={null} />
          <Actions>
            <SubmitButton>{t('page.papers.kinds.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

import { saveAgeLimit } from '#features/papers/kinds/commands.server.ts'
import { ageLimitInput } from '#features/papers/kinds/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { DateField, FieldRow, TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const loader = shows(async () => null)

export const action = saves('paper-rules.age-limit', ageLimitInput, async (deed, input) => {
  await saveAgeLimit(deed, input)
  return '/admin/documents/kinds?done=saved'
})

/** How old a car of the activity may be from a day on. */
export default function AgeLimitScreen() {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents/kinds', label: t('page.papers.kinds.title') }}
        title={t('page.papers.ages.create')}
        subtitle={t('page.papers.ages.text')}
      />
      <Page width="narrow">
        <Form>
          <DateField name="from" label={t('page.papers.ages.from')} required />
          <FieldRow>
            <TextField name="years" label={t('page.papers.ages.years')} inputMode="numeric" required />
            <TextField name="electricYears" label={t('page.papers.ages.electricYears')} inputMode="numeric" required />
          </FieldRow>
          <Actions>
            <SubmitButton>{t('page.papers.ages.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

import { createTemplate } from '#features/support/templates/commands.server.ts'
import { templateRecord } from '#features/support/templates/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { FormPage } from '#web/parts/form-page.tsx'
import { saves } from '#web/screen.server.ts'

export const action = saves('support.template', templateRecord.input, async (change, input) => {
  await createTemplate(change, input)
  return withDone('/admin/support/templates', 'saved')
})

/** Adds a prepared answer. */
export default function NewTemplateScreen() {
  const t = useT()
  return (
    <FormPage
      title={t('page.support.templates.create')}
      back={{ to: '/admin/support/templates', label: t('page.support.templates.title') }}
      of={templateRecord}
      buttonWords={t('page.support.templates.save')}
    />
  )
}

import { retireTemplate, saveTemplate } from '#features/support/templates/commands.server.ts'
import { getTemplate } from '#features/support/templates/queries.server.ts'
import { templateAct, templateRecord } from '#features/support/templates/schema.ts'
import { opened, refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/template.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => ({ template: await getTemplate(params.template) }))

export const action = saves(
  ({ intent }) => `support.${intent}`,
  templateAct.and(opened),
  async (change, input, { params, url }: Route.ActionArgs) => {
    if (input.intent === 'template') {
      const { name, pt, en } = input
      const before = await getTemplate(params.template, change.tx)
      refuseIfChanged(templateRecord, input.opened, before, languageOf(url.pathname))
      await saveTemplate(change, params.template, { name, pt, en })
    } else await retireTemplate(change, params.template, input.intent === 'retire-template')
    return withDone('/admin/support/templates', 'saved')
  },
)

/** One prepared answer of the office. */
export default function TemplateScreen({ loaderData: { template } }: Route.ComponentProps) {
  const t = useT()
  const act = template.isRetired ? 'restore' : 'retire'
  return (
    <>
      <PageHead
        title={template.name}
        back={{ to: '/admin/support/templates', label: t('page.support.templates.title') }}
      />
      <SideBySide>
        <Form intent="template" of={templateRecord} values={template} version={null}>
          <Actions>
            <SubmitButton>{t('page.support.templates.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t(`page.support.templates.${act}`)}>
          <Form intent={`${act}-template`}>
            {template.isRetired ? null : <Words>{t('page.support.templates.retireText')}</Words>}
            <Actions>
              <SubmitButton kind="outlined">{t(`page.support.templates.${act}`)}</SubmitButton>
            </Actions>
          </Form>
        </Section>
      </SideBySide>
    </>
  )
}

import { saveRules } from '#features/positions/rules/commands.server.ts'
import { readSettings } from '#features/positions/rules/queries.server.ts'
import { rulesRecord } from '#features/positions/rules/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/rules.ts'

const BASE = '/admin/data/positions'

export const loader = shows(async () => {
  const { recordsSince, watchedAt: _, ...rules } = await readSettings()
  return { ...rules, records: recordsSince !== null }
})

export const action = saves('position.rules', rulesRecord.input, async (change, input) => {
  await saveRules(change, input)
  return withDone(BASE, 'saved')
})

/** Whether positions are recorded, when, for how long, and whether whoever looks says why. */
export default function PositionRulesScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.positions.rulesTitle')}
        subtitle={t('page.positions.rulesText')}
        back={{ to: BASE, label: t('page.positions.title') }}
      />
      <Page width="narrow">
        <Form of={rulesRecord} values={loaderData}>
          <Actions>
            <SubmitButton>{t('page.positions.save')}</SubmitButton>
          </Actions>
        </Form>
      </Page>
    </>
  )
}

import { saveAgeLimit } from '#features/papers/kinds/commands.server.ts'
import { listAgeLimits } from '#features/papers/kinds/queries.server.ts'
import { ageLimitRecord } from '#features/papers/kinds/schema.ts'
import { useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/age-limit.ts'
import { AgeLimits } from './age-limits.tsx'

export const loader = shows(async () => ({ limits: await listAgeLimits() }))

export const action = saves('paper-rules.age-limit', ageLimitRecord.input, async (change, input) => {
  await saveAgeLimit(change, input)
  return '/admin/documents/kinds?done=saved'
})

/** The maximum age of a car in the activity, from a day on. */
export default function AgeLimitScreen({ loaderData: { limits } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents/kinds', label: t('page.papers.kinds.title') }}
        title={t('page.papers.ages.create')}
        subtitle={t('page.papers.ages.text')}
      />
      <SideBySide>
        <Form of={ageLimitRecord}>
          <Actions>
            <SubmitButton>{t('page.papers.ages.save')}</SubmitButton>
          </Actions>
        </Form>
        <Section title={t('page.papers.ages.known')}>
          <AgeLimits limits={limits} />
        </Section>
      </SideBySide>
    </>
  )
}

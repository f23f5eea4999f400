import { saveAnswerDays } from '#features/support/settings/commands.server.ts'
import { readAnswerDays } from '#features/support/settings/queries.server.ts'
import { supportSettingsRecord } from '#features/support/settings/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/settings.ts'

export const loader = shows(async () => ({ answerDays: await readAnswerDays() }))

export const action = saves('support.settings', supportSettingsRecord.input, async (change, { answerDays }) => {
  await saveAnswerDays(change, answerDays)
  return withDone('/admin/support', 'saved')
})

/** The working days within which the office promises an answer. */
export default function SupportSettingsScreen({ loaderData: { answerDays } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={t('page.support.settings.title')}
      from={t('page.support.title')}
      facts={{}}
      question={t('page.support.settings.asks')}
      effect={t('page.support.settings.effect')}
      buttonWords={t('page.support.settings.save')}
      kind="primary"
    >
      <RecordFields of={supportSettingsRecord} values={{ answerDays }} />
    </SmallAct>
  )
}

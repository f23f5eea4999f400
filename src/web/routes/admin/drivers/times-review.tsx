import { reviewTimes } from '#features/weeks/working-times/commands.server.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import { timesReviewRecord } from '#features/weeks/working-times/schema.ts'
import { useT } from '#web/i18n.tsx'
import { warningWords } from '#web/parts/times-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/times-review.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { driver, warnings } = await showTimes(params.id, now)
  return { driver, warning: warnings[0] ?? null }
})

export const action = saves(
  'times.review',
  timesReviewRecord.input,
  async (change, { note }, { params }: Route.ActionArgs) => {
    await reviewTimes(change, params.id, note)
    return `/admin/drivers/${params.id}/times?done=seen`
  },
)

/** Asks before a warning about the hours is marked as reviewed and no longer shown. */
export default function TimesReviewScreen({ loaderData: { driver, warning } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ driver: driver.name, what: warning && warningWords(warning, t) }}
      question={t('page.times.review.question', { name: driver.name })}
      effect={t('page.times.review.effect')}
      buttonWords={t('page.times.review.submit')}
      kind="primary"
    >
      <RecordFields of={timesReviewRecord} />
    </SmallAct>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { withdrawTimesReview } from '#features/weeks/working-times/commands.server.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import { formatDay } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/times-review-back.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { driver, review } = await showTimes(params.id, now)
  if (review?.id !== params.review) throw new Refusal('record.not-found')
  return { driver, review }
})

export const action = confirms('times.review-back', async (change, { params }: Route.ActionArgs) => {
  await withdrawTimesReview(change, params.id, params.review)
  return `/admin/drivers/${params.id}/times?done=told`
})

/** Asks before a reviewed warning is shown again. */
export default function TimesReviewBackScreen({ loaderData: { driver, review } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ driver: driver.name, until: formatDay(review.until, t.language), note: review.note, by: review.by }}
      question={t('page.times.review.withdrawQuestion', { name: driver.name })}
      effect={t('page.times.review.withdrawEffect')}
      buttonWords={t('page.times.review.withdrawSubmit')}
    />
  )
}

import { href } from 'react-router'
import { readNumber } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { takeEstimate } from '#features/positions/kilometres/commands.server.ts'
import { readKilometres } from '#features/positions/kilometres/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { confirms, shows } from '#web/screen.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/estimate.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { estimates } = await readKilometres(params.id, now)
  const estimate = estimates.find(({ at }) => at === momentOf(params.at))
  if (!estimate) throw new Refusal('record.not-found')
  return { estimate }
})

export const action = confirms('vehicle.take-estimate', async (change, { params }: Route.ActionArgs) => {
  await takeEstimate(change, params.id, momentOf(params.at))
  return withDone(href('/admin/vehicles/:id/odometer', { id: params.id }), 'added')
})

/** A moment in an address, as seconds since 1970. */
function momentOf(seconds: string): string {
  const milliseconds = readNumber(seconds) * 1_000
  if (!Number.isSafeInteger(milliseconds) || milliseconds > MAX_MILLISECONDS) throw new Refusal('record.not-found')
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()
}

/** The year 3000. */
const MAX_MILLISECONDS = 32_503_680_000_000

/** Adopts the estimate from positions for a moment at which nobody read the odometer: its basis, and its effect. */
export default function EstimateScreen({ loaderData: { estimate } }: Route.ComponentProps) {
  const t = useT()
  const count = (figure: number) => formatNumber(figure, t.language)
  const at = formatInstant(estimate.at, t.language)
  return (
    <SmallAct
      facts={{ kilometres: `${count(estimate.kilometres)} km`, at }}
      question={t('page.odometer.estimate.asks')}
      effect={t('page.odometer.estimate.effect', {
        from: formatInstant(estimate.from, t.language),
        driven: count(estimate.driven),
        kilometres: count(estimate.kilometres),
      })}
      buttonWords={t('page.odometer.estimate.submit')}
      kind="primary"
      unchanged={t('page.odometer.estimate.stays')}
    />
  )
}

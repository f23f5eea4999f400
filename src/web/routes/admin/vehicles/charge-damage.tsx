import { Refusal } from '#domain/refusal.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { getDamage } from '#features/fleet/damages/queries.server.ts'
import { chargeDamage } from '#features/plans/charges/commands.server.ts'
import { chargeInput } from '#features/plans/charges/schema.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ChargeForm } from '#web/parts/charge-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/charge-damage.ts'
import { findUnreadNotice } from './unread.server.ts'

/** The last week that ended; if it has a statement, `openWeekFor` takes the next one without. */
const lastEndedWeek = (now: Temporal.Instant) => previousWeek(weekAt(now))

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { driver, estimate, invoice, state, proposedAt, contestedAt } = await getDamage(params.damage)
  if (driver === null || estimate === null || state !== 'proposed') throw new Refusal('damage.not-proposed')
  // A driver who contested the damage has read the notice.
  if (contestedAt === null && (await findUnreadNotice('damage', driver, proposedAt)) !== null)
    throw new Refusal('damage.not-told')
  const week = await openWeekFor(driver.id, lastEndedWeek(now))
  return { back: `/admin/vehicles/${params.id}/damages/${params.damage}`, driver: driver.name, estimate, invoice, week }
})

export const action = saves('damage.charge', chargeInput, async (change, input, { params }: Route.ActionArgs) => {
  const { driver } = await getDamage(params.damage, change.tx)
  if (driver === null) throw new Refusal('damage.not-proposed')
  await chargeDamage(change, params.damage, { ...input, week: lastEndedWeek(change.now) })
  return `/admin/vehicles/${params.id}/damages/${params.damage}?done=charge`
})

/** Charges a damage to its driver: how much, at once or week by week. */
export default function ChargeDamageScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { back, driver, estimate, invoice, week } = loaderData
  return (
    <Section title={t('page.inspections.damage.chargeTitle')}>
      <ChargeForm
        text={t('page.inspections.damage.chargeText', { driver, amount: formatMoney(estimate, t.language) })}
        amount={invoice !== null && invoice < estimate ? invoice : estimate}
        week={week}
        back={back}
      />
    </Section>
  )
}

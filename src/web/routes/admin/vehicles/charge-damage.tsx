import { Refusal } from '#domain/refusal.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { refuseOtherProposal } from '#features/fleet/damages/commands.server.ts'
import { getDamage } from '#features/fleet/damages/queries.server.ts'
import { aboutProposal } from '#features/fleet/damages/schema.ts'
import { chargeDamage } from '#features/plans/charges/commands.server.ts'
import { chargeInput } from '#features/plans/charges/schema.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { AboutProposal } from '#web/parts/damage-parts.tsx'
import { ChargeForm } from '#web/parts/charge-form.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import type { Route } from './+types/charge-damage.ts'
import { findUnreadNotice } from './unread.server.ts'

/** The last week that ended; if it has a statement, `openWeekFor` takes the next one without. */
const lastEndedWeek = (now: Temporal.Instant) => previousWeek(weekAt(now))

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const damage = await getDamage(params.damage)
  const { driver, estimate, state, proposedAt, contestedAt } = damage
  if (driver === null || estimate === null || state !== 'proposed') throw new Refusal('damage.not-proposed')
  // A driver who contested the damage has read the notice.
  if (contestedAt === null && (await findUnreadNotice('damage', driver, proposedAt)) !== null)
    throw new Refusal('damage.not-told')
  const week = await openWeekFor(driver.id, lastEndedWeek(now))
  const back = `/admin/vehicles/${params.id}/damages/${params.damage}`
  return { back, damage, driver: driver.name, estimate, week }
})

export const action = saves(
  'damage.charge',
  chargeInput.and(aboutProposal),
  async (change, { proposalSeen, ...input }, { params }: Route.ActionArgs) => {
    await refuseOtherProposal(change, params.damage, proposalSeen)
    await chargeDamage(change, params.damage, { ...input, week: lastEndedWeek(change.now) })
    return `/admin/vehicles/${params.id}/damages/${params.damage}?done=charge`
  },
)

/** Charges a damage to its driver: how much, at once or week by week. */
export default function ChargeDamageScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { back, damage, driver, estimate, week } = loaderData
  const { invoice } = damage
  return (
    <Section title={t('page.inspections.damage.chargeTitle')}>
      <ChargeForm
        text={t('page.inspections.damage.chargeText', { driver, amount: formatMoney(estimate, t.language) })}
        amount={invoice !== null && invoice < estimate ? invoice : estimate}
        week={week}
        back={back}
      >
        <AboutProposal damage={damage} />
      </ChargeForm>
    </Section>
  )
}

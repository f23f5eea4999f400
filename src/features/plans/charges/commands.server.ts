import { showFineNumber } from '#domain/fine.ts'
import { showPlate } from '#domain/identifiers.ts'
import { minus } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, weekAt } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { lockDamage } from '#features/fleet/damages/commands.server.ts'
import { getFine } from '#features/fleet/fines/queries.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { findReach } from '#features/mail/notice-tellings/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { listChargesOfDamages, listChargesOfFines } from './queries.server.ts'
import type { ChargeInput } from './schema.ts'

/**
 * Charges a fine to the driver at the time: one line of the statement of `week`, or a plan from that week on. Refuses
 * `fine.no-driver`, `fine.not-informed` until the driver was told in a way that reaches them, `fine.more-than-it-is`
 * for more than the fine, `fine.charged` while another charge counts, and what `addAdjustment` and `openPlan` refuse.
 */
export async function chargeFine(
  change: Change,
  id: string,
  { amount, count, week }: ChargeInput & { week: Week },
): Promise<void> {
  await lockBalances(change.tx)
  const fine = await getFine(id, change.now, change.tx)
  if (fine.driver === null) throw new Refusal('fine.no-driver')
  if (fine.informedAt === null || (await reachesNobody(change, 'fine', fine.driver.id, fine.informedAt)))
    throw new Refusal('fine.not-informed')
  if (fine.amount !== null && amount > fine.amount) throw new Refusal('fine.more-than-it-is')
  if ((await listChargesOfFines(change.tx)).has(fine.id)) throw new Refusal('fine.charged')
  const driverId = await currentDriver(fine.driver.id, change.tx)
  const language = (await getDriver(driverId, change.tx)).language === 'en' ? 'en' : 'pt'
  const words = translator(language)('page.fines.line', {
    number: showFineNumber(fine.number),
    at: formatInstant(fine.committedAt, language),
  })
  const by = await charge(change, { driverId, kind: 'fine', amount, count, week, reason: words })
  await change.tx
    .insertInto('car_charges')
    .values({ fine_id: fine.id, ...by, created_at: change.now.toString(), created_by: change.actor.uid })
    .execute()
  change.note({ subject: `fine:${fine.id}`, after: { fine: fine.number, amount, count, week } })
}

/**
 * Whether no notice reaches the driver: they have neither account nor mail, until the office records that it told them
 * another way.
 */
async function reachesNobody(
  { tx }: Change,
  event: 'fine' | 'damage',
  driver: string,
  at: string | null,
): Promise<boolean> {
  return at !== null && (await findReach({ event, driver, at }, tx))?.state === 'nobody'
}

/**
 * Charges a damage to its driver, once it was proposed and the driver no longer contests it. Refuses
 * `damage.not-proposed`, `damage.more-than-proposed`, `damage.not-told`, `damage.charged`, and what `addAdjustment`
 * and `openPlan` refuse.
 */
export async function chargeDamage(
  change: Change,
  id: string,
  { amount, count, week }: ChargeInput & { week: Week },
): Promise<void> {
  await lockBalances(change.tx)
  const damage = await lockDamage(change, id)
  if (damage.driver === null || damage.state !== 'proposed') throw new Refusal('damage.not-proposed')
  // A damage that cost more than the driver was told has to be proposed to them again first.
  if (damage.estimate !== null && amount > damage.estimate) throw new Refusal('damage.more-than-proposed')
  const isRead = damage.contestedAt !== null
  if (!isRead && (await reachesNobody(change, 'damage', damage.driver.id, damage.proposedAt)))
    throw new Refusal('damage.not-told')
  if ((await listChargesOfDamages(change.tx)).has(damage.id)) throw new Refusal('damage.charged')
  const driverId = await currentDriver(damage.driver.id, change.tx)
  const t = translator((await getDriver(driverId, change.tx)).language === 'en' ? 'en' : 'pt')
  const words = t('page.inspections.damage.line', {
    type: t(`page.inspections.types.${damage.type}`),
    part: t(`page.inspections.parts.${damage.part}`),
    plate: showPlate(damage.vehicle.plate),
  })
  const by = await charge(change, { driverId, kind: 'damage', amount, count, week, reason: words })
  await change.tx
    .insertInto('car_charges')
    .values({ damage_id: damage.id, ...by, created_at: change.now.toString(), created_by: change.actor.uid })
    .execute()
  change.note({
    subject: `vehicle:${damage.vehicle.id}`,
    after: { plate: showPlate(damage.vehicle.plate), amount, count },
  })
}

type Charged = { driverId: string; kind: 'fine' | 'damage'; reason: string; week: Week } & ChargeInput

/** Charges the next statement at once, or by instalments; a week without income takes none if the settings say so. */
async function charge(change: Change, { driverId, kind, amount, count, week, reason }: Charged) {
  if (count === 1) {
    const { id } = await addAdjustment(change, { driverId, week, kind, amount: minus(amount), reason })
    return { adjustment_id: id }
  }
  const { skipWeeksWithoutIncome } = await settingsIn(weekAt(change.now), change.tx)
  const conditions = { driverId, kind, total: amount, count, first: week, reason }
  return { plan_id: await openPlan(change, { ...conditions, skipsIdle: skipWeeksWithoutIncome === 1 }) }
}

import { isDeepStrictEqual } from 'node:util'
import { knownIn } from '#domain/certain.ts'
import type { Goal } from '#domain/goal.ts'
import { Refusal, RefusalOfOne } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import { listGoals } from '#features/adjustments/goals/queries.server.ts'
import { recordReferral, writeRule } from '#features/adjustments/referrals/commands.server.ts'
import { listRules } from '#features/adjustments/referrals/queries.server.ts'
import type { RuleInput } from '#features/adjustments/referrals/schema.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import { listEveryTermsOf } from '#features/fleet/terms/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import type { Agreements, RosterRule } from './schema.ts'

/** How many of each part of the list were written, and how many were there. */
export type AgreementsLoad = Record<
  'rules' | 'referrals' | 'plans' | 'goals' | 'contract_terms',
  { added: number; known: number }
> & { warnings: Pick<{ code: 'goal-from' | 'goal-until'; at: string; found: string }[], 'push'> }

/** Takes in what the list says was agreed. Refuses whatever the commands of each part refuse, with the place in the list. */
export async function loadAgreements(
  change: Change,
  listed: Agreements,
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  await loadRules(change, listed.commission_rules, load)
  await loadReferrals(change, listed.referrals, driverIds, load)
  await loadPlans(change, listed.plans, driverIds, load)
  await loadGoals(change, listed.goals, driverIds, load)
  await loadContractTerms(change, listed.contract_terms, driverIds, load)
}

/** Refuses `roster.unknown-name` where an agreement is with somebody who is not among the drivers of the list. */
export function refuseStrangers(listed: Agreements, refs: readonly string[]): void {
  const refuse = (path: string, found: string) => {
    if (!refs.includes(found)) throw new Refusal('roster.unknown-name', { path, found })
  }
  for (const [at, { referrer, referred }] of listed.referrals.entries()) {
    refuse(`referrals.${at}.referrer`, referrer)
    refuse(`referrals.${at}.referred`, referred)
  }
  for (const [at, { driver }] of listed.plans.entries()) refuse(`plans.${at}.driver`, driver)
  for (const [at, { audience }] of listed.goals.entries())
    for (const driver of audience.drivers) refuse(`goals.${at}.drivers`, driver)
  for (const [at, { driver }] of listed.contract_terms.entries()) refuse(`contract_terms.${at}.driver`, driver)
}

/** What refuses a row of the list says where it is: `listed` is its place, `holds` whom or what it names. */
export async function inRow<Value>(
  listed: string | ((refusal: Refusal) => string),
  holds: string,
  take: () => Promise<Value>,
): Promise<Value> {
  try {
    return await take()
  } catch (error) {
    if (!(error instanceof Refusal) || error.code === 'roster.unknown-name') throw error
    const place = typeof listed === 'string' ? listed : listed(error)
    throw new Refusal(error.code, { ...error.params, listed: place, holds })
  }
}

/** Where something stands in the list, and whom or what it names. */
export type ListPlace = { listed: string; holds: string }

/** The same where rows are taken at once: what refuses one of them says which, by its place among these. */
export async function inRows<Value>(places: readonly ListPlace[], take: () => Promise<Value>): Promise<Value> {
  try {
    return await take()
  } catch (error) {
    const place = error instanceof RefusalOfOne ? places[error.at] : undefined
    if (!place || !(error instanceof Refusal)) throw error
    throw new Refusal(error.code, { ...error.params, ...place })
  }
}

/** One version a week and side: one that is there stays as it is. */
async function loadRules(change: Change, rules: Agreements['commission_rules'], load: AgreementsLoad): Promise<void> {
  const known = new Set((await listRules(change.tx)).map(({ side, from }) => `${side} ${from}`))
  for (const [at, rule] of rules.entries()) {
    const isKnown = known.has(`${rule.side} ${rule.from}`)
    if (!isKnown) await inRow(`commission_rules.${at}`, rule.name, () => writeRule(change, ruleOf(rule)))
    load.rules[isKnown ? 'known' : 'added']++
  }
}

function ruleOf(rule: RosterRule): RuleInput {
  const { side, from, name, reason } = rule
  if (rule.kind === 'none') return { side, from, name, reason, kind: 'none' }
  const { first, weeks, min_weeks: minWeeks, min_trips: minTrips, hold_weeks: hold, clawback_weeks: clawback } = rule
  const written = { side, from, name, reason, first, weeks, minWeeks, minTrips, hold, clawback }
  if (rule.kind === 'fixed') return { ...written, kind: 'fixed', amount: rule.amount_cents, cap: rule.cap_cents }
  return { ...written, kind: 'percent', rate: rule.rate_basis_points, base: rule.base, cap: rule.cap_cents }
}

/** Who brought whom: what is written down already is known. */
async function loadReferrals(
  change: Change,
  referrals: Agreements['referrals'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  for (const [at, { referrer, referred, since, reason }] of referrals.entries()) {
    const [above, below] = [knownIn(driverIds, referrer), knownIn(driverIds, referred)]
    const known = await change.tx
      .selectFrom('referrals')
      .select('id')
      .where('referrer_id', '=', above)
      .where('referred_id', '=', below)
      .executeTakeFirst()
    if (!known) {
      const column = ({ code }: Refusal) => (code === 'referral.circle' ? 'referrer' : 'referred')
      await inRow(
        (refusal) => `referrals.${at}.${column(refusal)}`,
        `${referrer} → ${referred}`,
        () => recordReferral(change, { referrer: above, referred: below, since, reason }),
      )
    }
    load.referrals[known ? 'known' : 'added']++
  }
}

/** Goals are known by name, criterion, period and first week. */
async function loadGoals(
  change: Change,
  goals: Agreements['goals'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  const nameOf = ({ name, criterion, period, from }: Goal & { name: string }) =>
    [name, criterion, period, from].join('|')
  const known = new Set((await listGoals(change.tx)).map(nameOf))
  for (const [at, { named, ...goal }] of goals.entries()) {
    const drivers = goal.audience.drivers.map((driver) => knownIn(driverIds, driver))
    const isKnown = known.has(nameOf(goal))
    const audience = { ...goal.audience, drivers }
    if (!isKnown) await inRow(`goals.${at}`, goal.name, () => writeGoal(change, { ...goal, audience }))
    load.goals[isKnown ? 'known' : 'added']++
    // A goal by the month counts whole months, whichever of their weeks the list names.
    for (const end of ['from', 'until'] as const)
      if (goal[end] !== null && goal[end] !== named[end])
        load.warnings.push({ code: `goal-${end}`, at: `goals.${at}.${end}`, found: goal[end] })
  }
}

/** Plans are known by driver, kind, reason, total and first week: the same list twice begins nothing twice. */
async function loadPlans(
  change: Change,
  plans: Agreements['plans'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  for (const [at, plan] of plans.entries()) {
    const { driver, kind, total_cents: total, down_cents: down, count, first, reason, skips_idle: skipsIdle } = plan
    const driverId = knownIn(driverIds, driver)
    const known = await change.tx
      .selectFrom('plans')
      .select('id')
      .where('driver_id', '=', driverId)
      .where('kind', '=', kind)
      .where('reason', '=', reason)
      .where('total_cents', '=', total)
      .where('first_week', '=', first)
      .executeTakeFirst()
    if (!known) {
      const agreed = { driverId, kind, total, count, first, reason, skipsIdle }
      await inRow(`plans.${at}`, driver, () => openPlan(change, { ...agreed, ...(down === undefined ? {} : { down }) }))
    }
    load.plans[known ? 'known' : 'added']++
  }
}

/**
 * Terms are known by driver, first week and what they say, also where somebody took them back since: the same list changes
 * nothing that was corrected. Others that begin the same week are refused, as two contracts cannot both hold.
 */
async function loadContractTerms(
  change: Change,
  listed: Agreements['contract_terms'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  const rows = listed.map((row, at) => ({
    ...row,
    driverId: knownIn(driverIds, row.driver),
    place: { listed: `contract_terms.${at}`, holds: `${row.driver}, ${row.contract}` },
  }))
  const agreed = new Map<string, { from: string; terms: Terms }[]>(
    await listEveryTermsOf(
      rows.map(({ driverId }) => driverId),
      change.tx,
    ),
  )
  const isNew = ({ driverId, from, terms }: (typeof rows)[number]) => {
    const own = agreed.get(driverId) ?? []
    if (own.some((one) => one.from === from && isDeepStrictEqual(one.terms, terms))) return false
    agreed.set(driverId, [...own, { from, terms }])
    return true
  }
  const added = rows.filter(isNew)
  load.contract_terms.added += added.length
  load.contract_terms.known += rows.length - added.length
  const sentence = translator('pt')
  const given = added.map(({ driverId, contract, signedOn, from, terms }) => {
    const reason = sentence('page.fleet.load.contract', { contract, day: formatDayNumeric(signedOn) })
    return { driverId, from, terms, reason }
  })
  await inRows(
    added.map(({ place }) => place),
    () => addTermsToEach(change, given),
  )
}

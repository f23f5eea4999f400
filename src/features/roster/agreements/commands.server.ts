import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { requireValue } from '#domain/certain.ts'
import type { Goal } from '#domain/goal.ts'
import { Refusal, RefusalOfOne } from '#domain/refusal.ts'
import type { Terms } from '#domain/terms.ts'
import { writeGoals } from '#features/adjustments/goals/commands.server.ts'
import { listGoals } from '#features/adjustments/goals/queries.server.ts'
import { recordReferrals, writeRules } from '#features/adjustments/referrals/commands.server.ts'
import { listRules } from '#features/adjustments/referrals/queries.server.ts'
import type { RuleInput } from '#features/adjustments/referrals/schema.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addTermsToEach } from '#features/fleet/terms/commands.server.ts'
import { listEveryTermsOf } from '#features/fleet/terms/queries.server.ts'
import { openPlans } from '#features/plans/commands.server.ts'
import { formatDayNumeric } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import type { Agreements, RosterRule } from './schema.ts'

/** The number of new rows of each part of the list, and the number of those that existed. */
export type AgreementsLoad = Record<
  'rules' | 'referrals' | 'plans' | 'goals' | 'contract_terms',
  { added: number; known: number }
> & { warnings: Pick<{ code: 'goal-from' | 'goal-until'; at: string; found: string }[], 'push'> }

/** Loads the agreements of the list. Refuses whatever the commands of each part refuse, with the place in the list. */
export async function loadAgreements(
  change: Change,
  agreements: Agreements,
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  await loadRules(change, agreements.commission_rules, load)
  await loadReferrals(change, agreements.referrals, driverIds, load)
  await loadPlans(change, agreements.plans, driverIds, load)
  await loadGoals(change, agreements.goals, driverIds, load)
  await loadContractTerms(change, agreements.contract_terms, driverIds, load)
}

/** Refuses `roster.unknown-name` where an agreement is with somebody who is not among the drivers of the list. */
export function refuseUnknownPeople(agreements: Agreements, refs: readonly string[]): void {
  const refuse = (path: string, found: string) => {
    if (!refs.includes(found)) throw new Refusal('roster.unknown-name', { path, found })
  }
  for (const [at, { referrer, referred }] of agreements.referrals.entries()) {
    refuse(`referrals.${at}.referrer`, referrer)
    refuse(`referrals.${at}.referred`, referred)
  }
  for (const [at, { driver }] of agreements.plans.entries()) refuse(`plans.${at}.driver`, driver)
  for (const [at, { audience }] of agreements.goals.entries())
    for (const driver of audience.drivers) refuse(`goals.${at}.drivers`, driver)
  for (const [at, { driver }] of agreements.contract_terms.entries()) refuse(`contract_terms.${at}.driver`, driver)
}

/** The place of a row in the list, also where that depends on the refusal, and the person or thing that the row names. */
export type ListPlace = { listed: string | ((refusal: Refusal) => string); holds: string }

/** Rows of the list are taken at once: what refuses one of them says which, by its place among these. */
export async function withRowPlaces<Value>(places: readonly ListPlace[], take: () => Promise<Value>): Promise<Value> {
  try {
    return await take()
  } catch (error) {
    const place = error instanceof RefusalOfOne ? places[error.at] : undefined
    if (!place || !(error instanceof Refusal)) throw error
    const listed = typeof place.listed === 'string' ? place.listed : place.listed(error)
    throw new Refusal(error.code, { ...error.params, listed, holds: place.holds })
  }
}

/** Loads commission rules, one version for each week and side; an existing one stays as it is. */
async function loadRules(change: Change, rules: Agreements['commission_rules'], load: AgreementsLoad): Promise<void> {
  const known = new Set((await listRules(change.tx)).map(({ side, from }) => `${side} ${from}`))
  const rows = rules.map((rule, at) => ({ rule, place: { listed: `commission_rules.${at}`, holds: rule.name } }))
  const added = rows.filter(({ rule }) => !known.has(`${rule.side} ${rule.from}`))
  await withRowPlaces(
    added.map(({ place }) => place),
    () =>
      writeRules(
        change,
        added.map(({ rule }) => ruleOf(rule)),
      ),
  )
  load.rules.added += added.length
  load.rules.known += rows.length - added.length
}

function ruleOf(rule: RosterRule): RuleInput {
  const { side, from, name, reason } = rule
  if (rule.kind === 'none') return { side, from, name, reason, kind: 'none' }
  const { first, weeks, min_weeks: minWeeks, min_trips: minTrips, hold_weeks: hold, clawback_weeks: clawback } = rule
  const written = { side, from, name, reason, first, weeks, minWeeks, minTrips, hold, clawback }
  if (rule.kind === 'fixed') return { ...written, kind: 'fixed', amount: rule.amount_cents, cap: rule.cap_cents }
  return { ...written, kind: 'percent', rate: rule.rate_basis_points, base: rule.base, cap: rule.cap_cents }
}

/** Loads referrals. One that is stored already counts as known. */
async function loadReferrals(
  change: Change,
  referrals: Agreements['referrals'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  const rows = referrals.map(({ referrer, referred, since, reason }, at) => {
    const column = ({ code }: Refusal) => (code === 'referral.circle' ? 'referrer' : 'referred')
    return {
      written: {
        referrer: requireValue(driverIds, referrer),
        referred: requireValue(driverIds, referred),
        since,
        reason,
      },
      place: {
        listed: (refusal: Refusal) => `referrals.${at}.${column(refusal)}`,
        holds: `${referrer} → ${referred}`,
      },
    }
  })
  const existing = await change.tx
    .selectFrom('referrals')
    .select(['referrer_id as referrer', 'referred_id as referred'])
    .where('referrer_id', '=', sql<string>`any(${rows.map(({ written }) => written.referrer)}::uuid[])`)
    .execute()
  const added = newOnes(rows, existing, ({ referrer, referred }) => `${referrer} ${referred}`)
  await withRowPlaces(
    added.map(({ place }) => place),
    () =>
      recordReferrals(
        change,
        added.map(({ written }) => written),
      ),
  )
  load.referrals.added += added.length
  load.referrals.known += rows.length - added.length
}

/** The rows that are neither stored already nor repeat a row before them. */
function newOnes<Named, Row extends { written: Named }>(
  rows: readonly Row[],
  existing: readonly Named[],
  nameOf: (person: Named) => string,
): Row[] {
  const known = new Set(existing.map(nameOf))
  return rows.filter(({ written }) => {
    const name = nameOf(written)
    const isNew = !known.has(name)
    known.add(name)
    return isNew
  })
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
  const rows = goals.map(({ named, ...goal }, at) => {
    const drivers = goal.audience.drivers.map((driver) => requireValue(driverIds, driver))
    const place = { listed: `goals.${at}`, holds: goal.name }
    return { written: { ...goal, audience: { ...goal.audience, drivers } }, named, place }
  })
  const added = rows.filter(({ written }) => !known.has(nameOf(written)))
  await withRowPlaces(
    added.map(({ place }) => place),
    () =>
      writeGoals(
        change,
        added.map(({ written }) => written),
      ),
  )
  load.goals.added += added.length
  load.goals.known += rows.length - added.length
  // A goal by the month counts whole months, whichever of their weeks the list names.
  for (const { written, named, place } of rows)
    for (const end of ['from', 'until'] as const)
      if (written[end] !== null && written[end] !== named[end])
        load.warnings.push({ code: `goal-${end}`, at: `${place.listed}.${end}`, found: written[end] })
}

/**
 * Plans are known by driver, kind, reason, total and the first week that the list asks for, also where that week was approved
 * and the plan began later: the same list twice begins nothing twice.
 */
async function loadPlans(
  change: Change,
  plans: Agreements['plans'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  const rows = plans.map((plan, at) => {
    const { driver, kind, total_cents: total, down_cents: down, count, first, reason } = plan
    const { skips_idle: skipsIdle, is_before: isBefore } = plan
    const agreed = { driverId: requireValue(driverIds, driver), kind, total, count, first, reason, skipsIdle, isBefore }
    return {
      written: { ...agreed, ...(down === undefined ? {} : { down }) },
      place: { listed: `plans.${at}`, holds: driver },
    }
  })
  const existing = await change.tx
    .selectFrom('plans')
    .select(['driver_id as driverId', 'kind', 'reason', 'total_cents as total'])
    .select(({ fn }) => fn.coalesce('asked_week', 'first_week').as('first'))
    .where('driver_id', '=', sql<string>`any(${rows.map(({ written }) => written.driverId)}::uuid[])`)
    .execute()
  type Named = (typeof existing)[number]
  const added = newOnes<Named, (typeof rows)[number]>(rows, existing, ({ driverId, kind, reason, total, first }) =>
    JSON.stringify([driverId, kind, reason, total, first]),
  )
  await withRowPlaces(
    added.map(({ place }) => place),
    () =>
      openPlans(
        change,
        added.map(({ written }) => written),
      ),
  )
  load.plans.added += added.length
  load.plans.known += rows.length - added.length
}

/**
 * Terms are known by driver, first week and content, also where somebody took them back since: the same list changes
 * nothing that was corrected. Others that begin the same week are refused, as two contracts cannot both hold.
 */
async function loadContractTerms(
  change: Change,
  listedTerms: Agreements['contract_terms'],
  driverIds: ReadonlyMap<string, string>,
  load: AgreementsLoad,
): Promise<void> {
  const rows = listedTerms.map((row, at) => ({
    ...row,
    driverId: requireValue(driverIds, row.driver),
    place: { listed: `contract_terms.${at}`, holds: `${row.driver}, ${row.contract}` },
  }))
  const agreed = new Map<string, { from: string; terms: Terms }[]>(
    await listEveryTermsOf(
      rows.map(({ driverId }) => driverId),
      change.tx,
    ),
  )
  const isNew = ({ driverId, from, terms }: (typeof rows)[number]) => {
    const agreedTerms = agreed.get(driverId) ?? []
    if (agreedTerms.some((agreement) => agreement.from === from && isDeepStrictEqual(agreement.terms, terms)))
      return false
    agreed.set(driverId, [...agreedTerms, { from, terms }])
    return true
  }
  const added = rows.filter(isNew)
  load.contract_terms.added += added.length
  load.contract_terms.known += rows.length - added.length
  const sentence = translator('pt')
  const newTerms = added.map(({ driverId, contract, signedOn, from, terms }) => {
    const reason = sentence('page.fleet.load.contract', { contract, day: formatDayNumeric(signedOn) })
    return { driverId, from, terms, reason }
  })
  await withRowPlaces(
    added.map(({ place }) => place),
    () => addTermsToEach(change, newTerms),
  )
}

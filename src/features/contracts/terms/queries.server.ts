import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { askTogether, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { lastDayOf } from '#domain/contract.ts'
import { type ContractTerms, termsByContract } from '#domain/contract-terms.ts'
import { shownRef } from '#domain/driver.ts'
import { ZERO, cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { SIMULATED_REGIMES, offeredTerms } from '#domain/simulation.ts'
import { type Week, ZONE, nextWeek, readWeek, weekAt, weekOf } from '#domain/week.ts'
import { allSettings } from '#features/company/financial-settings/queries.server.ts'
import { APPROVED, type AgreedTerms, listAllTerms } from '#features/fleet/terms/queries.server.ts'
import { keptOfOperator } from '#platform/operator.ts'
import { readTemplateName, templateBody } from '../templates/queries.server.ts'
import { type TermsOfText, termsOfText } from './of-text.ts'
import type { ContractToLookAt } from './schema.ts'

/**
 * Contracts whose terms differ from those in force, in the order in which they were made; with `only`, just this one.
 * Includes contracts that differ only because settings changed.
 */
export async function listOtherTerms(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  only?: string,
): Promise<ContractToLookAt[]> {
  return compare(await askTogether(sealedContracts(only), on), now, on)
}

/**
 * The queries for the terms in contracts and the state of their drivers, of all contracts or of one; `askTogether`
 * can send them with others.
 */
export const sealedContracts = (only?: string) => ({
  sealed: sealedWithTerms(only),
  statesOfDrivers: driverStates(only),
  settingsOf: allSettings,
})

type SealedFacts = {
  [Name in keyof ReturnType<typeof sealedContracts>]: ReturnType<ReturnType<typeof sealedContracts>[Name]['read']>
}

/** The result of a comparison, and everything it was made from. */
type Compared = { text: string; settingsOf: SealedFacts['settingsOf']; agreed: object; found: ContractToLookAt[] }

/** The last comparison. While terms, settings and contracts are the same, its result is returned again. */
const compared = keptOfOperator<{ last: Compared | null }>(() => ({ last: null }))

async function compare(facts: SealedFacts, now: Temporal.Instant, on: Kysely<DB>): Promise<ContractToLookAt[]> {
  const { sealed, statesOfDrivers, settingsOf } = facts
  if (sealed.length === 0) return []
  const kept = compared.value
  const agreed = await listAllTerms(on)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const text = JSON.stringify([today, sealed, [...statesOfDrivers]])
  const { last } = kept
  if (last?.text === text && last.settingsOf === settingsOf && last.agreed === agreed) return last.found
  const found = await compareWith(agreed, facts, now, on)
  kept.last = { text, settingsOf, agreed, found }
  return found
}

async function compareWith(
  agreed: Awaited<ReturnType<typeof listAllTerms>>,
  { sealed, statesOfDrivers, settingsOf }: SealedFacts,
  now: Temporal.Instant,
  on: Kysely<DB>,
): Promise<ContractToLookAt[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const written = (await withTerms(sealed, on)).filter((contract) => (lastDayOf(contract) ?? today) >= today)
  const current = weekAt(now)
  const found: ContractToLookAt[] = []
  for (const contract of written) {
    const { driver } = contract
    const agreements = agreed.get(driver) ?? []
    const week = firstWeek(contract.startsOn, {
      all: agreements,
      approved: statesOfDrivers.get(driver)?.approved ?? null,
      current,
    })
    const inForce = agreements.find(({ from }) => from <= week) ?? null
    const last = lastDayOf(contract)
    // Whoever agreed terms after the signature knew the contract, so these terms win.
    const isLater = inForce !== null && Temporal.Instant.compare(inForce.at, contract.sealedAt) > 0
    if (isLater || (last !== null && last < week)) continue
    const settings = settingsOf(week)
    const contractTerms: Partial<ContractTerms> = contract.terms
    const regime = SIMULATED_REGIMES.find((candidate) => candidate === contractTerms.regime) ?? 'slot'
    const base = inForce?.terms ?? offeredTerms(regime, settings)
    // Terms that were read back from a text have no regime.
    const terms = { regime: base.regime, split: base.split, ...contractTerms }
    const carRent = statesOfDrivers.get(driver)?.carRent ?? ZERO
    const comparison = termsByContract(terms, base, { settings, carRent })
    if (inForce !== null && comparison.changed.length === 0) continue
    // Whoever changed settings after the signature meant them for everybody who follows them, so such a difference
    // needs no look.
    const settingsAtSeal = settingsOf(week, Temporal.Instant.from(contract.sealedAt))
    const isOutrun =
      inForce !== null && termsByContract(terms, base, { settings: settingsAtSeal, carRent }).changed.length === 0
    found.push({
      contract: { id: contract.id, number: contract.number, sealedAt: contract.sealedAt },
      driver: { id: driver, ref: shownRef(contract.ref), name: contract.name },
      week,
      settings,
      ...comparison,
      isOutrun,
      inForce: inForce && { id: inForce.id, from: inForce.from, terms: inForce.terms },
    })
  }
  return found
}

/**
 * The contracts that the office has to look at: all that differ, except those that differ only because of the
 * settings. Uses the given `facts` instead of reading them.
 */
export async function listToLookAt(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  facts?: SealedFacts,
): Promise<ContractToLookAt[]> {
  const found = facts ? await compare(facts, now, on) : await listOtherTerms(now, on)
  return found.filter(({ isOutrun }) => !isOutrun)
}

/** One contract whose terms differ; `null` when its terms are those in force, or when it names none. */
export async function findOtherTerms(
  id: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ContractToLookAt | null> {
  return (await listOtherTerms(now, on, readRecordId(id)))[0] ?? null
}

/**
 * The contracts that the office has to look at: their number, the moment of the oldest (UTC, as text), and the id if
 * there is only one.
 */
export async function countToLookAt(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  facts?: SealedFacts,
): Promise<{ count: number; since: string | null; only: string | null }> {
  const waiting = await listToLookAt(now, on, facts)
  const [first] = waiting
  const since = first?.contract.sealedAt ?? null
  return { count: waiting.length, since, only: waiting.length === 1 && first ? first.contract.id : null }
}

/**
 * The first week for a contract's terms: the week of its first day, or the first week that is not approved if that is
 * later. Never before the start of the terms in force today, because earlier terms would change nothing now.
 */
function firstWeek(
  startsOn: string,
  { all, approved, current }: { all: readonly Pick<AgreedTerms, 'from'>[]; approved: Week | null; current: Week },
): Week {
  const today = all.find(({ from }) => from <= current)?.from
  const weeks = [weekOf(Temporal.PlainDate.from(startsOn))]
  if (approved) weeks.push(nextWeek(approved))
  if (today) weeks.push(readWeek(today))
  return weeks.reduce((week, other) => (other > week ? other : week))
}

/** Sealed contracts whose terms may differ, with their current drivers. */
const sealedWithTerms = (only?: string) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('contracts')
        .innerJoin('contract_events', 'contract_id', 'contracts.id')
        .innerJoin('drivers as signed', 'signed.id', 'contracts.driver_id')
        .innerJoin('drivers', (join) =>
          join.on(
            'drivers.id',
            '=',
            sql`case when signed.merged_into is null then signed.id else standing_record(signed.id) end`,
          ),
        )
        .select(['contracts.id', 'ordinal', 'drivers.id as driver', 'drivers.ref', 'drivers.name', 'terms', 'at'])
        .select(['starts_on', 'ends_on', 'contracts.ended_on', 'kind', 'contracts.language', 'template_version'])
        .select(['contracts.driver_id as sealed_for'])
        // Read the sealed text only when no terms are stored beside it.
        .select(sql<string | null>`case when terms is null then encode(body, 'base64') end`.as('body'))
        .where('contracts.state', '=', 'sealed')
        .where('event', '=', 'sealed')
        .where((of) =>
          of.or([
            of('terms', 'is not', null),
            of.and([of('kind', '<>', 'amendment'), of('contracts.created_at', '<', termsKeptSince)]),
          ]),
        )
        .where('drivers.status', '<>', 'inactive')
        .where('drivers.removed_at', 'is', null)
        .where(
          sql<boolean>`not exists (select from contracts next where next.follows = contracts.id
            and next.relation = 'renewal' and next.state = 'sealed')`,
        )
        .$if(only !== undefined, (query) => query.where('contracts.id', '=', only ?? ''))
        .orderBy('at')
        .orderBy('ordinal'),
    (rows: SealedRow[]) => rows,
  )

type SealedRow = {
  id: string
  ordinal: number
  driver: string
  ref: string
  name: string
  terms: ContractTerms | null
  at: string
  starts_on: string
  ends_on: string | null
  ended_on: string | null
  kind: string
  language: string
  template_version: number
  sealed_for: string
  body: string | null
}

/** The contracts whose terms are known, each with its terms. */
async function withTerms(rows: readonly SealedRow[], on: Kysely<DB>) {
  const texts = await Promise.all(
    rows.map(async ({ id, ordinal, driver, ref, name, at, ...row }) => ({
      id,
      number: ordinal,
      driver,
      ref,
      name,
      sealedAt: momentOf(at),
      startsOn: row.starts_on,
      endsOn: row.ends_on,
      endedOn: row.ended_on,
      terms: row.body === null ? row.terms : await readBack({ ...row, body: Buffer.from(row.body, 'base64') }, on),
    })),
  )
  return texts.flatMap(({ terms, ...contract }) => (terms === null ? [] : [{ ...contract, terms }]))
}

/**
 * The moment since which contracts store their terms beside the text. The terms of earlier ones are read back from
 * the text.
 */
const termsKeptSince = sql<Temporal.Instant>`
  (select applied_at from schema_migrations where name = '211-contract-terms.sql')`

async function readBack(
  row: { kind: string; language: string; template_version: number; sealed_for: string; body: Buffer },
  on: Kysely<DB>,
): Promise<TermsOfText | null> {
  const { kind, language } = readTemplateName(row.kind, row.language)
  const template = await templateBody({ kind, language }, row.template_version, on)
  return termsOfText(template, openOf('contracts.body', row.sealed_for, row.body), language)
}

/** For each current driver, or the one of a contract: the newest approved week, and the rent of the car they hold. */
const driverStates = (only?: string) =>
  listQuestion(
    // Look up the newest week for each driver, instead of reading all statements that were ever paid.
    () => sql`(
      select drivers.id as driver, held.rent, (select week from settlements where driver_id = drivers.id and state <> 'void'
        and state = any(${[...APPROVED]}) order by week desc limit 1) as approved
      from drivers
      left join (select distinct on (driver_id) driver_id, rent_cents as rent from assignments join vehicles on vehicles.id = vehicle_id
        where upper_inf(period) order by driver_id, lower(period) desc nulls last) held on held.driver_id = drivers.id
      where status <> 'inactive' and is_gone = false
        ${only === undefined ? sql`` : sql`and drivers.id = (select standing_record(driver_id) from contracts where id = ${only})`})`,
    (rows: { driver: string; approved: Week | null; rent: number | null }[]) =>
      new Map(
        rows.map(({ driver, approved, rent }) => [driver, { approved, carRent: rent === null ? null : cents(rent) }]),
      ),
  )

import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { askTogether, listed, momentOf } from '#db/together.server.ts'
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
 * Contracts that say other terms than those in force, the one that was sealed first on top; `only` asks for one. Those that
 * the settings alone have outrun are among them.
 */
export async function listOtherTerms(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  only?: string,
): Promise<ContractToLookAt[]> {
  return compare(await askTogether(sealedContracts(only), on), now, on)
}

/** What contracts say and where their drivers stand, of all contracts or of one: to be asked with other questions. */
export const sealedContracts = (only?: string) => ({
  sealed: sealedWithTerms(only),
  stands: whereTheyStand(only),
  settingsOf: allSettings,
})

type SealedFacts = {
  [Name in keyof ReturnType<typeof sealedContracts>]: ReturnType<ReturnType<typeof sealedContracts>[Name]['read']>
}

/** What contracts came to beside what is agreed, and all that it was worked out from. */
type Compared = { text: string; settingsOf: SealedFacts['settingsOf']; agreed: object; found: ContractToLookAt[] }

/** As they were compared last: of the very same terms, settings and words they are not compared twice. */
const compared = keptOfOperator<{ last: Compared | null }>(() => ({ last: null }))

async function compare(facts: SealedFacts, now: Temporal.Instant, on: Kysely<DB>): Promise<ContractToLookAt[]> {
  const { sealed, stands, settingsOf } = facts
  if (sealed.length === 0) return []
  const kept = compared.value
  const agreed = await listAllTerms(on)
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const text = JSON.stringify([today, sealed, [...stands]])
  const { last } = kept
  if (last?.text === text && last.settingsOf === settingsOf && last.agreed === agreed) return last.found
  const found = await compareWith(agreed, facts, now, on)
  kept.last = { text, settingsOf, agreed, found }
  return found
}

async function compareWith(
  agreed: Awaited<ReturnType<typeof listAllTerms>>,
  { sealed, stands, settingsOf }: SealedFacts,
  now: Temporal.Instant,
  on: Kysely<DB>,
): Promise<ContractToLookAt[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const written = (await withTerms(sealed, on)).filter((contract) => (lastDayOf(contract) ?? today) >= today)
  const current = weekAt(now)
  const found: ContractToLookAt[] = []
  for (const contract of written) {
    const { driver } = contract
    const all = agreed.get(driver) ?? []
    const week = firstWeek(contract.startsOn, { all, approved: stands.get(driver)?.approved ?? null, current })
    const inForce = all.find(({ from }) => from <= week) ?? null
    const last = lastDayOf(contract)
    // Whoever agreed something else after it was signed knew of it.
    const isLater = inForce !== null && Temporal.Instant.compare(inForce.at, contract.sealedAt) > 0
    if (isLater || (last !== null && last < week)) continue
    const settings = settingsOf(week)
    const said: Partial<ContractTerms> = contract.terms
    const regime = SIMULATED_REGIMES.find((one) => one === said.regime) ?? 'slot'
    const base = inForce?.terms ?? offeredTerms(regime, settings)
    // A text from which its terms were read back says nothing of the regime.
    const terms = { regime: base.regime, split: base.split, ...said }
    const carRent = stands.get(driver)?.carRent ?? ZERO
    const put = termsByContract(terms, base, { settings, carRent })
    if (inForce !== null && put.changed.length === 0) continue
    // Whoever changed the settings after it was signed knew of it, for everybody who follows them.
    const then = settingsOf(week, Temporal.Instant.from(contract.sealedAt))
    const isOutrun = inForce !== null && termsByContract(terms, base, { settings: then, carRent }).changed.length === 0
    found.push({
      contract: { id: contract.id, number: contract.number, sealedAt: contract.sealedAt },
      driver: { id: driver, ref: shownRef(contract.ref), name: contract.name },
      week,
      settings,
      ...put,
      isOutrun,
      inForce: inForce && { id: inForce.id, from: inForce.from, terms: inForce.terms },
    })
  }
  return found
}

/** Those of them that wait for a look: what only the settings have outrun waits for nobody. What contracts say is not read again where it is given. */
export async function listToLookAt(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
  facts?: SealedFacts,
): Promise<ContractToLookAt[]> {
  const found = facts ? await compare(facts, now, on) : await listOtherTerms(now, on)
  return found.filter(({ isOutrun }) => !isOutrun)
}

/** What one contract says of terms; `null` where that is what is in force, or nothing. */
export async function findOtherTerms(
  id: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ContractToLookAt | null> {
  return (await listOtherTerms(now, on, readRecordId(id)))[0] ?? null
}

/** How many wait for a look, since when the oldest (UTC, as text), and the only one. */
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
 * The week of its first day, else the first one that is not approved. Terms that began since, and are in force today, are not
 * gone behind: what a contract says before them would change nothing of now.
 */
function firstWeek(
  startsOn: string,
  { all, approved, current }: { all: readonly Pick<AgreedTerms, 'from'>[]; approved: Week | null; current: Week },
): Week {
  const today = all.find(({ from }) => from <= current)?.from
  const weeks = [weekOf(Temporal.PlainDate.from(startsOn))]
  if (approved) weeks.push(nextWeek(approved))
  if (today) weeks.push(readWeek(today))
  return weeks.reduce((one, other) => (other > one ? other : one))
}

/** Contracts that may count, with whom each is today. */
const sealedWithTerms = (only?: string) =>
  listed(
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
        // Opened only where nothing stands beside it.
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

/** The contracts of which it is known what they say of terms. */
async function withTerms(rows: readonly SealedRow[], on: Kysely<DB>) {
  const said = await Promise.all(
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
  return said.flatMap(({ terms, ...contract }) => (terms === null ? [] : [{ ...contract, terms }]))
}

/** Since when a contract keeps its terms beside its text; those that were written before are read back from it. */
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

/** The newest approved week of each driver who is here, or of that of one contract, and the rent of the car that each holds. */
const whereTheyStand = (only?: string) =>
  listed(
    // The newest of each is looked up: gone through, all that each was ever paid would be.
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

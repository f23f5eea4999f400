import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import type { Terms } from '#domain/terms.ts'
import { ZONE, type Week, isoWeek, monday, nextWeek, readWeek, sunday } from '#domain/week.ts'
import { COMMAND_LINE, type Change, carryOut } from '#features/audit/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { loadFleet } from '#features/roster/commands.server.ts'
import { importFile } from '#features/imports/commands.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { endAssignment, handOver, saveVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { type Measures, type RawTerms, type RawWeek, type Recomputed, recompute } from './oracle.ts'
import { randomTerms } from './random-week.ts'

/**
 * A small fleet lives through forty-four random weeks by the commands of the office: files in the true formats,
 * approvals, corrections, bank files, rejections. Beside it a plain notebook keeps what must come out, with the sums of
 * the second bookkeeper. After every step the books are proved. `VOLANTE_SEED` repeats a life.
 */
const SEED = Number(process.env['VOLANTE_SEED'] ?? randomInt(2 ** 31))
/** From before the spring change of the clock to after a year of 53 weeks. */
const FIRST = readWeek('2026-03-16')
const WEEKS = 44
/** A life goes on until everything has happened in it, at most this many weeks. */
const MAX_WEEKS = 4 * WEEKS

test(
  `${WEEKS} random weeks leave the books right after every step (VOLANTE_SEED=${SEED})`,
  { timeout: 300_000 },
  async () => {
    await loadNewcomers(FIRST, 3)
    const missing = () => Object.entries(done).filter(([, times]) => times === 0)
    for (let at = 0; at < WEEKS || (at < MAX_WEEKS && missing().length > 0); at++)
      await runWeek(nextWeek(FIRST, at), at)

    expect(missing()).toEqual([])
    expect(await everyDebtIsCarriedOnce()).toBeGreaterThan(0)
  },
)

// The tests below work on the books of those weeks, without the commands, in plain SQL.

const WRITTEN_ONCE = ['journals', 'entries', 'settlement_lines', 'audit_events'] as const
const CHANGES: Record<(typeof WRITTEN_ONCE)[number], string> = {
  journals: `update journals set kind = 'payment'`,
  entries: 'update entries set amount_cents = amount_cents + 1',
  settlement_lines: 'update settlement_lines set amount_cents = amount_cents + 1',
  audit_events: `update audit_events set actor = 'nobody'`,
}

test.each(WRITTEN_ONCE)('%s are not changed, deleted or emptied by the site', async (table) => {
  await expect(asApp([CHANGES[table]])).rejects.toThrow('permission denied')
  await expect(asApp([`delete from ${table}`])).rejects.toThrow('permission denied')
  await expect(asApp([`truncate ${table} cascade`])).rejects.toThrow('permission denied')
})

test.each(WRITTEN_ONCE)('%s are not changed or deleted by the owner of the tables either', async (table) => {
  await expect(asOwner([CHANGES[table]])).rejects.toThrow('written once')
  await expect(asOwner([`delete from ${table}`])).rejects.toThrow('written once')
})

test.each(['journals', 'entries', 'audit_events'])(
  '%s are not emptied by the owner of the tables either',
  async (table) => {
    await expect(asOwner([`truncate ${table} cascade`])).rejects.toThrow('written once')
  },
)

test('a journal that does not balance is refused when it is committed', async () => {
  const head = (key: string) =>
    `insert into journals (key, kind, effective_on) values ('${key}', 'payment', '2026-06-11')`
  const entry = (key: string, line: number, account: string, amount: number) =>
    `insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
     select j.id, ${line}, a.id, ${amount}, version + 1, balance_cents + ${amount} from journals j, ledger_accounts a where key = '${key}' and code = '${account}'`
  await expect(asApp([head('a'), entry('a', 0, 'bank', 100), entry('a', 1, 'suspense', -99)])).rejects.toThrow(
    'does not balance',
  )
  await expect(asApp([head('b'), entry('b', 0, 'bank', 100)])).rejects.toThrow('does not balance')
  await expect(asApp([head('c')])).rejects.toThrow('does not balance')
  await expect(asApp([head('d'), entry('d', 0, 'bank', 0)])).rejects.toThrow('entries_move_something')
  await expect(asApp([head('e'), entry('e', 0, 'bank', 5), entry('e', 1, 'suspense', -5)])).resolves.toBeUndefined()
  await expect(asApp([head('e')])).rejects.toThrow('journals_post_once')
  // Take it back, so that the books agree with the notebook again.
  await asApp([head('f'), entry('f', 0, 'bank', -5), entry('f', 1, 'suspense', 5)])
})

test('an entry that does not follow the balance of its account is refused', async () => {
  const entries = (version: string, balance: string) => [
    `insert into journals (key, kind, effective_on) values ('g', 'payment', '2026-06-11')`,
    `insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
     select j.id, line, a.id, amount, ${version}, ${balance} from journals j, ledger_accounts a,
     (values (0, 'bank', 5), (1, 'suspense', -5)) as n(line, code, amount) where j.key = 'g' and a.code = n.code`,
  ]
  for (const version of ['version', 'version + 2', '1'])
    await expect(asApp(entries(version, 'balance_cents + amount'))).rejects.toThrow(/do not follow|entries_chain/)
  for (const balance of ['0', 'balance_cents', 'balance_cents + amount + 1'])
    await expect(asApp(entries('version + 1', balance))).rejects.toThrow('do not follow')
})

test('nothing joins a journal that was posted before, not even in balance', async () => {
  const join = (line: number, account: string, amount: number) =>
    `insert into entries (journal_id, line, account_id, amount_cents, account_version, balance_after_cents)
     select (select min(id) from journals), ${line}, id, ${amount}, version + 1, balance_cents + ${amount} from ledger_accounts where code = '${account}'`
  await expect(asApp([join(800, 'bank', 100), join(801, 'suspense', -100)])).rejects.toThrow('is sealed')
  await expect(asOwner([join(800, 'bank', 100), join(801, 'suspense', -100)])).rejects.toThrow('is sealed')
})

test('a stored balance is moved by entries alone', async () => {
  await expect(asApp([`update ledger_accounts set balance_cents = 0 where code = 'bank'`])).rejects.toThrow(
    'permission denied',
  )
  await expect(asApp([`delete from ledger_accounts where code = 'bank'`])).rejects.toThrow('permission denied')
})

test('no column of a paid settlement changes, and none is deleted', async () => {
  const paid = [...live.values()].find(({ state }) => state === 'paid')!
  const columns = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_schema = 'public' and table_name = 'settlements'`.execute(db)
  expect(columns.rows.length).toBeGreaterThan(20)
  for (const { name } of columns.rows) {
    await expect(asApp([`update settlements set "${name}" = "${name}" where id = '${paid.id}'`]), name).rejects.toThrow(
      'cannot go from paid',
    )
  }
  await expect(
    asApp([`update settlements set payable_cents = 1, net_cents = 1 where id = '${paid.id}'`]),
  ).rejects.toThrow('is frozen')
  for (const { id } of [paid, [...live.values()].find(({ state }) => state === 'approved')!])
    await expect(
      asApp([`update settlements set receipt_carried = '[{"week": "2026-06-01", "amount": -1}]' where id = '${id}'`]),
    ).rejects.toThrow('is frozen')
  await expect(asApp([`update settlements set state = 'void' where id = '${paid.id}'`])).rejects.toThrow(
    'cannot go from paid',
  )
  await expect(asApp([`delete from settlements where id = '${paid.id}'`])).rejects.toThrow('permission denied')
  await expect(asOwner([`delete from settlement_line_rows where settlement_id = '${paid.id}'`])).rejects.toThrow(
    'written once',
  )
})

test('a statement gets no further line, an account opens empty, and a row never changes its amount', async () => {
  const paid = [...live.values()].find(({ state }) => state === 'paid')!
  const extra = `insert into settlement_lines (settlement_id, ordinal, line_group, code, amount_cents, steps)
    values ('${paid.id}', 99, 'H', 'income.uber', 100, '[]')`
  await expect(asApp([extra])).rejects.toThrow('is sealed')
  for (const table of ['settlements', 'settlement_lines', 'settlement_line_rows']) {
    await expect(asOwner([`truncate ${table} cascade`]), table).rejects.toThrow('written once')
  }
  await expect(asApp(['update import_rows set amount_cents = amount_cents + 1'])).rejects.toThrow('permission denied')
  await expect(
    asApp([
      `insert into ledger_accounts (code, balance_cents, version) values ('probe', 500, 7)`,
      `do $$ begin if (select balance_cents + version from ledger_accounts where code = 'probe') = 0
        then raise exception 'it opened empty'; end if; end $$`,
    ]),
  ).rejects.toThrow('it opened empty')
})

test('a settlement that is in a bank file is in no second one', async () => {
  const { rows } = await sql<{ settlement: string }>`select settlement_id as settlement from batch_payments
    where state in ('sent', 'confirmed') limit 1`.execute(db)
  const second = `with batch as (insert into payment_batches
      (week, state, format, message_id, execution_on, payments, control_sum_cents, created_at)
      values ('2026-06-01', 'exported', 'pain.001.001.09', 'SECOND', '2026-06-11', 1, 100, now()) returning id)
    insert into batch_payments (batch_id, settlement_id, end_to_end_id, amount_cents, iban, iban_index, holder)
    select id, '${rows[0]!.settlement}', 'SECOND', 100, '\\x01', '\\x01', 'Pessoa' from batch`
  await expect(asApp([second])).rejects.toThrow('batch_payments_one_live')
})

test('after all these attempts the books are as they were', async () => {
  await proveBooks('attempts')
  await proveInvariants()
})

const TAMPERINGS: Record<string, (by: number) => string> = {
  'an entry a cent off': (by) =>
    `update entries set amount_cents = amount_cents + ${by} where journal_id = (select min(id) from journals) and line = 0`,
  'a stored balance a cent off': (by) =>
    `update ledger_accounts set balance_cents = balance_cents + ${by} where code = 'bank'`,
  'a line of a statement a cent off': (by) =>
    `update settlement_lines set amount_cents = amount_cents + ${by} where (settlement_id, ordinal) = (select settlement_id, ordinal
     from settlement_lines l join settlements s on s.id = l.settlement_id where state = 'paid' order by 1, 2 limit 1)`,
  'a payable a cent off': (by) =>
    `update settlements set payable_cents = payable_cents + ${by}, net_cents = net_cents + ${by}, costs_cents = costs_cents + ${by}
     where id = (select id from settlements where state = 'paid' order by id limit 1)`,
  'a bank file a cent off': (by) =>
    `update payment_batches set control_sum_cents = control_sum_cents + ${by} where id = (select min(id) from payment_batches
     where state <> 'void')`,
}

test.each(Object.entries(TAMPERINGS))('the proof of the books can fail: %s', async (_, tamper) => {
  await asOwner(['set local session_replication_role = replica', tamper(1)])
  await expect(proveBooks('tampered')).rejects.toThrow('tampered')
  await asOwner(['set local session_replication_role = replica', tamper(-1)])
  await proveBooks('put right')
})

const asApp = (statements: readonly string[]) => inOneTransaction(process.env['DATABASE_URL']!, statements)
const asOwner = (statements: readonly string[]) => inOneTransaction(process.env['DATABASE_OWNER_URL']!, statements)

async function inOneTransaction(connectionString: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

// ---------------------------------------------------------------------------------------------------------------- chance

const random = seededRandom(SEED)
const chance = (probability: number) => random() < probability
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1))
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
const some = <Item>(items: readonly Item[], probability: number) => items.filter(() => chance(probability))

function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

// ---------------------------------------------------------------------------------------------------------- the notebook

type Person = { number: number; ref: string; id: string; hasIban: boolean; terms: { from: Week; terms: RawTerms }[] }
/** Times are texts of the Lisbon clock, `2026-06-01T08:30`: files have that form, and it sorts. */
type Car = {
  number: number
  plate: string
  id: string
  rent: number
  held: { ref: string; from: string; to: string | null }[]
}
type Movement = { plate: string; at: string; kind: RawWeek['costs'][number]['kind']; amount: number }
type Source = {
  uber: Map<string, Measures>
  bolt: Map<string, Measures>
  movements: Movement[]
  /** Signed cents: `unmatched` ones that belong to nobody of the fleet, and the company's. */
  unmatched: number
  company: number
  version: number
}
type Live = {
  id: string
  ref: string
  week: Week
  own: number
  payable: number
  /** Of the driver's receipt: the week's own part, and the amount invoiced. */
  earned: number
  invoiced: number
  state: 'approved' | 'in-batch' | 'paid'
}

const people: Person[] = []
const cars: Car[] = []
const sources = new Map<Week, Source>()
/** The valid settlements, by driver and week. */
const live = new Map<string, Live>()
/** Weeks with a settlement that was taken back and not approved again yet. */
const reopened = new Set<Week>()
/** Drivers who had a settlement taken back after others had been approved on top of it. */
const tooLate = new Set<string>()
const openBatches: { id: number; week: Week; settlements: Live[] }[] = []
/** How often each thing happened: a life in which one of them never does proves too little. */
const done = {
  voids: 0,
  lateVoids: 0,
  corrections: 0,
  rejections: 0,
  voidedBatches: 0,
  singlePayments: 0,
  swaps: 0,
  givenBack: 0,
  repeats: 0,
}

const liveOf = (ref: string) => [...live.values()].filter((one) => one.ref === ref)
const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)

/** The rest between driver and company: everything earned, less everything paid or promised. */
function carriedOf(ref: string): number {
  return total(liveOf(ref).map(({ own, payable }) => own - payable))
}

/** The part that receipts could not take yet: everything earned, less everything invoiced. */
function openReceiptOf(ref: string): number {
  return total(liveOf(ref).map(({ earned, invoiced }) => earned - invoiced))
}

function termsOf(person: Person, week: Week): RawTerms | null {
  return person.terms.findLast(({ from }) => from <= week)?.terms ?? null
}

function holderOf(plate: string, at: string): string | null {
  const held = cars.find((car) => car.plate === plate)?.held ?? []
  return held.find(({ from, to }) => from <= at && (to === null || at < to))?.ref ?? null
}

function rawWeek(person: Person, week: Week, terms: RawTerms): RawWeek {
  const source = sources.get(week)!
  const days = Array.from({ length: 7 }, (_, day) => `${monday(week).add({ days: day })}T12:00`)
  const held = days
    .map((noon) => cars.find(({ plate }) => holderOf(plate, noon) === person.ref))
    .filter((car) => car !== undefined)
  const longest = held.toSorted(
    (a, b) => held.filter((car) => car === b).length - held.filter((car) => car === a).length,
  )[0]
  return {
    uber: [source.uber.get(person.ref)].filter((row) => row !== undefined),
    bolt: [source.bolt.get(person.ref)].filter((row) => row !== undefined),
    costs: source.movements.filter(({ plate, at }) => holderOf(plate, at) === person.ref),
    // The settings of a week switch it on.
    terms: { ...terms, companyKeeps: true },
    monday: week,
    daysHeld: held.length,
    vehicleRent: longest?.rent ?? 0,
    carriedBalance: carriedOf(person.ref),
    receiptCarried: openReceiptOf(person.ref),
    adjustments: [],
  }
}

// ------------------------------------------------------------------------------------------------------------- the office

let now = bankHour(FIRST)

/** Monday morning after the week. */
function bankHour(week: Week): Temporal.Instant {
  return monday(week).add({ days: 7 }).toZonedDateTime({ timeZone: ZONE, plainTime: '09:00' }).toInstant()
}

async function makeChange<Result>(action: string, work: (change: Change) => Promise<Result>): Promise<Result> {
  now = now.add({ minutes: 5 })
  let result: Result
  await carryOut({ actor: COMMAND_LINE, action, now }, async (change) => {
    result = await work(change)
    return null
  })
  return result!
}

async function runWeek(week: Week, at: number) {
  now = bankHour(week)
  if (at % 9 === 8) await loadNewcomers(week, between(1, 2))
  if (chance(0.3)) await agreeNewTerms(oneOf(people), week)
  await handFreeCars(week)
  if (chance(0.4)) await swapCars(week)
  if (chance(0.3)) await giveCarBack(week)
  const source = invent(week)
  sources.set(week, source)
  await handIn(week, source)
  await proveSources(week)
  if (chance(0.3)) await takeBackOld(week)

  await approve(week)
  if (chance(0.35)) {
    await takeBack(
      some(
        [...live.values()].filter((one) => one.week === week),
        0.4,
      ),
    )
    if (chance(0.7)) await correctUber(week, source)
    await proveBooks('taken back')
    if (chance(0.6)) await approve(week)
  }
  await pay(week)
  for (const old of [...reopened]) if (chance(0.5)) await approve(old)
  for (const old of new Set([...live.values()].filter(({ state }) => state === 'approved').map((one) => one.week))) {
    if (old !== week && chance(0.3)) await pay(old)
  }
  for (const batch of [...openBatches]) if (batch.week !== week || chance(0.3)) await confirm(batch)
  await proveSources(week)
  await proveInvariants()
}

/** Takes on newcomers with a car each: loads a fleet list that names only them. */
async function loadNewcomers(week: Week, count: number) {
  const newcomers = Array.from({ length: count }, (_, at): Person => {
    const number = people.length + at + 1
    return { number, ref: `D${number}`, id: '', hasIban: number % 4 !== 0, terms: [] }
  })
  const fresh = newcomers.map(({ number, ref }): Car => ({
    number,
    plate: `ZX${String(10 + number)}TT`,
    id: '',
    rent: oneOf([0, 230_00, 270_01]),
    held: [{ ref, from: people.length === 0 ? '' : `${week}T08:00`, to: null }],
  }))
  const isFirst = people.length === 0
  people.push(...newcomers)
  cars.push(...fresh)
  await makeChange('fleet.load', (change) => loadFleet(change, roster(), { terms: 'keep', merge: !isFirst }))

  const ids = await db.selectFrom('drivers').select(['id', 'ref']).execute()
  const vehicles = await db.selectFrom('vehicles').select(['id', 'plate']).execute()
  for (const person of newcomers) person.id = ids.find(({ ref }) => ref === person.ref)!.id
  for (const car of fresh) {
    car.id = vehicles.find(({ plate }) => plate === car.plate)!.id
    await makeChange('vehicle.save', async (change) => {
      const known = await getVehicle(car.id, change.tx)
      await saveVehicle(change, car.id, { ...known, energy: '', status: 'active', rent: cents(car.rent) })
    })
  }
  // Some drive before anything is agreed with them: they wait until it is.
  for (const person of newcomers) if (isFirst || chance(0.6)) await agreeNewTerms(person, week)
}

function roster() {
  return {
    company: { name: COMPANY, debtor_iban: iban(9_999), via_verde_contracts: [CONTRACT] },
    drivers: people.map((person) => ({
      id: person.ref,
      name: `Pessoa ${person.number}`,
      email: `pessoa.${person.number}@example.org`,
      iban: person.hasIban ? iban(person.number) : null,
      uber_driver_uuid: uuid('a1', person),
      bolt_driver_uuid: uuid('b2', person),
    })),
    vehicles: cars.map((car) => ({
      plate: car.plate,
      via_verde_obu: `4190000${String(car.number).padStart(4, '0')}`,
      prio_fuel_card: fuelCard(car),
      prio_electric_card: electricCard(car),
    })),
    assignments: cars.map(({ plate, held: [first] }) => ({
      driver: first!.ref,
      plate,
      from: first!.from || null,
      to: first!.to,
    })),
  }
}

async function agreeNewTerms(person: Person, from: Week) {
  if (person.terms.some((agreed) => agreed.from >= from)) return
  const isApproved = liveOf(person.ref).some(({ week }) => week >= from)
  if (isApproved) return
  const [drawn] = fc.sample(randomTerms, { numRuns: 1, seed: between(0, 1e9) })
  const terms = bearableTerms(drawn!)
  await makeChange('terms.add', (change) =>
    addTerms(change, person.id, { from, terms: asTerms(terms), reason: 'Acordo' }),
  )
  person.terms.push({ from, terms })
}

/** Terms with which a driver can live: otherwise every driver drowns in debt, and nobody is ever paid. */
function bearableTerms({
  fee,
  rent,
  transportVat: _transport,
  normalVat: _normal,
  companyKeeps: _keeps,
  ...terms
}: RawTerms): RawTerms {
  const agreed = (): RawTerms['fee'] => {
    if (fee.mode === 'fixed') return { ...fee, amount: fee.amount % 60_00 }
    return fee.mode === 'percent' ? { ...fee, rate: fee.rate % 2_500 } : fee
  }
  // Often the contract names no rent, and the car's rent counts.
  const rented = terms.regime === 'rental' && chance(0.6) ? 0 : rent % 350_00
  // No file says which tolls were passed without a passenger; a ceiling is either agreed or absent.
  const tollPolicy = terms.tollPolicy === 'off-trip' ? 'driver' : terms.tollPolicy
  return { ...terms, tollPolicy, ceiling: terms.ceiling ?? null, rent: rented, fee: agreed() }
}

/** Gives figures their branded types; nothing else happens to them. */
function asTerms(raw: RawTerms): Terms {
  return raw as unknown as Terms
}

/** A moment of the week at which cars change hands; one of them is exactly noon, which decides whose day it is. */
const handOverTime = (week: Week) =>
  `${monday(week).add({ days: between(1, 5) })}T${oneOf(['09:30', '11:59', '12:00', '12:01', '18:45'])}`
const instantOf = (at: string) => Temporal.PlainDateTime.from(at).toZonedDateTime(ZONE).toInstant()
/** Cars that did not change hands this week: after a second change it would be open which car somebody had longest. */
const quietCars = (week: Week) => cars.filter(({ held }) => (held.at(-1)!.to ?? held.at(-1)!.from) < week)

/** Two drivers change cars in the middle of the week. */
async function swapCars(week: Week) {
  const at = handOverTime(week)
  const [one, other] = quietCars(week)
    .filter(({ held }) => held.at(-1)!.to === null)
    .toSorted(() => random() - 0.5)
  if (!one || !other) return
  const [first, second] = [one.held.at(-1)!.ref, other.held.at(-1)!.ref]
  await handCarOver(one, second, at)
  await handCarOver(other, first, at)
  done.swaps++
}

async function handCarOver(car: Car, ref: string, at: string) {
  const { id } = people.find((person) => person.ref === ref)!
  await makeChange('vehicle.hand-over', (change) => handOver(change, car.id, id, instantOf(at)))
  car.held.at(-1)!.to ??= at
  car.held.push({ ref, from: at, to: null })
}

/** A driver gives the car back, and its later costs become a question for the office. */
async function giveCarBack(week: Week) {
  const held = quietCars(week).filter((car) => car.held.at(-1)!.to === null)
  if (held.length === 0) return
  const [car, at] = [oneOf(held), handOverTime(week)]
  const open = (await listAssignments(car.id)).find(({ to }) => to === null)!
  await makeChange('vehicle.give-back', (change) => endAssignment(change, car.id, open.id, instantOf(at)))
  car.held.at(-1)!.to = at
  done.givenBack++
}

async function handFreeCars(week: Week) {
  const free = quietCars(week).filter((car) => car.held.at(-1)!.to !== null)
  for (const car of some(free, 0.5)) await handCarOver(car, car.held.at(-1)!.ref, handOverTime(week))
}

async function approve(week: Week) {
  const drafts = new Map<string, { raw: RawWeek; found: Recomputed }>()
  for (const person of people) {
    const terms = termsOf(person, week)
    if (live.has(`${person.ref} ${week}`) || !terms) continue
    const raw = rawWeek(person, week, terms)
    drafts.set(person.ref, { raw, found: recompute(raw) })
  }
  const { approved, already } = await makeChange('week.approve', (change) =>
    approveWeek(change, week, { leaveUnmatched: true }),
  )
  expect(already).toBe([...live.values()].filter((one) => one.week === week).length)
  expect(approved.map(({ ref, net, payable }) => [ref, net, payable]).toSorted()).toEqual(
    [...drafts].map(([ref, { found }]) => [ref, found.net, found.payable]).toSorted(),
  )
  const stored = await liveSettlements(week)
  for (const [ref, { raw, found }] of drafts) {
    const { base: _, left: _left, ...expected } = found
    const { id, result } = stored.get(ref)!
    expect(result, `${ref} ${week}`).toEqual(expected)
    // Deferred debt is owed as before.
    const own = found.net - raw.carriedBalance - (found.lines['G balance.deferred'] ?? 0)
    const earned = raw.terms.regime === 'employee' ? 0 : found.receiptValue - raw.receiptCarried!
    const invoiced = Math.max(found.receiptValue, 0)
    live.set(`${ref} ${week}`, { id, ref, week, own, payable: found.payable, earned, invoiced, state: 'approved' })
  }
  reopened.delete(week)
  await proveBooks(`approved ${week}`)
}

/** The settlements of a week that are not void, as the tables have them. */
async function liveSettlements(week: Week) {
  const { rows } = await sql<{ ref: string; id: string; result: Omit<Recomputed, 'base'> }>`
    select ref, s.id, json_build_object('net', net_cents, 'payable', payable_cents, 'carriedOver', carried_over_cents,
      'earnings', earnings_cents, 'costs', costs_cents, 'adjustments', adjustments_cents, 'receiptValue', receipt_value_cents,
      'lines', (select coalesce(json_object_agg(line, amount), '{}') from (select line_group || ' ' || code as line,
        sum(amount_cents) as amount from settlement_lines where settlement_id = s.id group by 1 having sum(amount_cents) <> 0) n)) as result
    from settlements s join drivers d on d.id = s.driver_id where week = ${week} and state <> 'void'`.execute(db)
  return new Map(rows.map((row) => [row.ref, row]))
}

async function takeBack(settlements: readonly Live[]) {
  for (const one of settlements) {
    // The notebook keeps the order of approval.
    if (liveOf(one.ref).at(-1) !== one) {
      tooLate.add(one.ref)
      done.lateVoids++
    }
    await makeChange('settlement.void', (change) => voidSettlement(change, one.id, 'Relatório corrigido'))
    live.delete(`${one.ref} ${one.week}`)
    reopened.add(one.week)
    done.voids++
  }
}

/**
 * Takes back an old settlement: one with nothing to pay can still be corrected after later weeks have carried its debt.
 */
async function takeBackOld(week: Week) {
  const old = [...live.values()].filter((one) => one.state === 'approved' && one.week < week)
  if (old.length === 0) return
  const one = oneOf(old)
  await takeBack([one])
  await proveBooks('an old one taken back')
  if (chance(0.5)) await correctUber(one.week, sources.get(one.week)!)
  if (chance(0.6)) await approve(one.week)
}

async function pay(week: Week) {
  const approved = [...live.values()].filter((one) => one.week === week && one.state === 'approved' && one.payable > 0)
  const hasIban = (one: Live) => people.find(({ ref }) => ref === one.ref)!.hasIban
  for (const one of some(
    approved.filter((settlement) => !hasIban(settlement)),
    0.5,
  )) {
    await makeChange('settlement.pay', (change) =>
      payOne(change, one.id, { means: 'cash', paidOn: '2026-01-05', note: 'Numerário' }),
    )
    one.state = 'paid'
    done.singlePayments++
  }
  const payees = approved.filter(hasIban)
  if (payees.length === 0) return
  const file = await makeChange('batch.export', (change) => exportBatch(change, week))
  expect([file.transactions, file.controlSum]).toEqual([payees.length, total(payees.map(({ payable }) => payable))])
  const again = await makeChange('batch.export', (change) => exportBatch(change, week))
  expect(Buffer.from(again.bytes).equals(Buffer.from(file.bytes))).toBe(true)
  for (const one of payees) one.state = 'in-batch'
  await proveBooks('bank file')

  const batch = { id: file.batchId, week, settlements: payees }
  openBatches.push(batch)
  if (chance(0.15)) {
    await makeChange('batch.void', (change) => voidBatch(change, batch.id, 'Não enviado'))
    for (const one of payees) one.state = 'approved'
    openBatches.pop()
    done.voidedBatches++
    await proveBooks('bank file withdrawn')
  } else if (chance(0.8)) await confirm(batch)
}

async function confirm(batch: (typeof openBatches)[number]) {
  const rejected = chance(0.3) ? some(batch.settlements, 0.4) : []
  await makeChange('batch.confirm', (change) =>
    confirmBatch(change, batch.id, new Map(rejected.map(({ id }) => [id, 'AC04']))),
  )
  for (const one of batch.settlements) one.state = rejected.includes(one) ? 'approved' : 'paid'
  done.rejections += rejected.length
  openBatches.splice(openBatches.indexOf(batch), 1)
  await proveBooks('bank confirmed')
}

// -------------------------------------------------------------------------------------------------------------- the proofs

/** Proves that the week's money belongs to somebody, to the cent: the drivers, the queue or the company. */
async function proveSources(week: Week) {
  const { uber, bolt, movements, unmatched, company } = sources.get(week)!
  const { checks } = await getWeek(week)
  const [owned, ownerless] = [
    movements.filter(({ plate, at }) => holderOf(plate, at) !== null),
    movements.filter(({ plate, at }) => holderOf(plate, at) === null),
  ]
  const cost = (list: readonly Movement[]) => total(list.map(({ amount }) => amount))
  const paid =
    total([...uber.values()].map((row) => row['paid']!)) + total([...bolt.values()].map((row) => row['payout']!))
  expect(checks).toMatchObject({
    sourcesIn: paid - cost(movements) + unmatched + company,
    settled: paid - cost(owned),
    unmatched: 0 - cost(ownerless) + unmatched,
    company,
  })
}

/** Proves the invariants by the views of the database, which know nothing of the notebook. */
async function proveInvariants() {
  expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])
}

async function proveBooks(step: string) {
  const { rows } = await sql`select
    (select coalesce(sum(amount_cents), 0)::bigint from entries) as ledger,
    (select count(*) from journals j where (select coalesce(sum(amount_cents), 0) from entries where journal_id = j.id) <> 0
      or (select count(*) from entries where journal_id = j.id) < 2) as unbalanced,
    (select count(*) from ledger_accounts a where version <> (select count(*) from entries where account_id = a.id)
      or balance_cents <> (select coalesce(sum(amount_cents), 0) from entries where account_id = a.id)) as drifted,
    (select count(*) from (select account_version - row_number() over chain as gap,
      balance_after_cents - sum(amount_cents) over chain as off from entries
      window chain as (partition by account_id order by account_version)) c where gap <> 0 or off <> 0) as "chainBroken",
    (select count(*) from journals j join journals r on r.reverses = j.id where exists (
      (select account_id, amount_cents from entries where journal_id = j.id
       except all select account_id, -amount_cents from entries where journal_id = r.id) union all
      (select account_id, -amount_cents from entries where journal_id = r.id
       except all select account_id, amount_cents from entries where journal_id = j.id))) as "crookedReversals",
    (select count(*) from payment_batches b where state <> 'void' and (payments, control_sum_cents) <> (
      select count(*), sum(amount_cents) from batch_payments where batch_id = b.id)) as "crookedBatches",
    (select balance_cents from ledger_accounts where code = 'bank') as bank,
    (select coalesce(sum(payable_cents), 0)::bigint from settlements where state = 'paid') as paid,
    (select json_object_agg(code, balance_cents) from ledger_accounts where driver_id is null) as company,
    (select json_object_agg(ref, balance_cents) from ledger_accounts a join drivers d on d.id = a.driver_id
      where code = 'current' and balance_cents <> 0) as current,
    (select coalesce(json_object_agg(line, amount), '{}') from (select case when code like 'fee.%' then 'fee' when line_group = 'E'
      then 'E' when line_group = 'I' then 'receipt' else code end as line, sum(amount_cents) as amount from settlement_lines l
      join settlements s on s.id = l.settlement_id where state <> 'void' group by 1) n) as lines`.execute(db)
  const { company, current, lines, ...books } = rows[0] as Record<string, number> &
    Record<'company' | 'current' | 'lines', Record<string, number>>

  const paid = total([...live.values()].filter(({ state }) => state === 'paid').map(({ payable }) => payable))
  const right = { ledger: 0, unbalanced: 0, drifted: 0, chainBroken: 0, crookedReversals: 0, crookedBatches: 0 }
  expect(books, step).toEqual({ ...right, bank: paid, paid })

  const balances = people.map(({ ref }): [string, number] => {
    const own = total(liveOf(ref).map((one) => one.own))
    return [ref, own - total(liveOf(ref).map(({ state, payable }) => (state === 'paid' ? payable : 0)))]
  })
  expect(current ?? {}, step).toEqual(Object.fromEntries(balances.filter(([, balance]) => balance !== 0)))

  const posted = (line: string) => 0 - (lines[line] ?? 0)
  const recovered = company['recovered:fuel']! + company['recovered:tolls']! + company['recovered:other']!
  const taxes = company['vat:receipts']! + company['tax:withheld']!
  expect({ ...company, recovered, taxes }, step).toMatchObject({
    'platform:uber': posted('income.uber'),
    'platform:bolt': posted('income.bolt'),
    'vat:trips': posted('vat.trips'),
    'income:fee': posted('fee'),
    'income:rent': posted('vehicle.rent'),
    recovered: posted('E'),
    taxes: posted('receipt'),
    suspense: 0,
  })
}

/**
 * Proves that everything a driver earned was paid, is promised, or is what the last settlement carries over or defers
 * under the ceiling: no debt is taken twice, and none is forgotten.
 */
async function everyDebtIsCarriedOnce() {
  const inOrder = people.filter(({ ref }) => !tooLate.has(ref) && liveOf(ref).length > 0)
  for (const { ref } of inOrder) {
    const chain = liveOf(ref)
    const { rows } = await sql<{ left: number }>`select carried_over_cents - coalesce((select sum(amount_cents)
      from settlement_lines where settlement_id = s.id and code = 'balance.deferred'), 0)::bigint as left
      from settlements s where id = ${chain.at(-1)!.id}`.execute(db)
    expect(total(chain.map(({ own, payable }) => own - payable)), ref).toBe(rows[0]!.left)
  }
  return inOrder.length
}

// --------------------------------------------------------------------------------------------------------------- the files

const COMPANY = 'Maré Alta Fictícia, Unipessoal Lda'
const CONTRACT = '900000555'

async function handIn(week: Week, source: Source) {
  const files = filesOf(week, source).toSorted(() => random() - 0.5)
  for (const file of files) await take(file, 'imported')
  if (files.length > 0 && chance(0.3)) {
    await take(oneOf(files), 'duplicate')
    done.repeats++
  }
}

async function take({ name, text }: { name: string; text: string }, status: string) {
  const outcomes = await makeChange('import.take-in', (change) =>
    importFile(change, { name, bytes: new TextEncoder().encode(text) }, { acceptLongAgo: true, acceptNotBegun: true }),
  )
  expect(
    outcomes.map((outcome) => [outcome.status, outcome.refusal]),
    name,
  ).toEqual([[status, null]])
}

/** Imports a newer version of Uber's report: some rows differ, one may be gone. Approved settlements stay as they are. */
async function correctUber(week: Week, source: Source) {
  for (const ref of source.uber.keys()) {
    if (chance(0.4)) source.uber.set(ref, uberWeek(week))
    else if (chance(0.1) && source.uber.size > 1) source.uber.delete(ref)
  }
  if (source.uber.size === 0) return
  source.version++
  await take(uberFile(week, source), 'imported')
  done.corrections++
}

function invent(week: Week): Source {
  const source: Source = { uber: new Map(), bolt: new Map(), movements: [], unmatched: 0, company: 0, version: 1 }
  for (const person of people) {
    if (chance(0.8)) source.uber.set(person.ref, uberWeek(week))
    if (chance(0.6)) source.bolt.set(person.ref, boltWeek(week))
  }
  const minutes = new Set<string>()
  for (const car of cars.filter(({ held }) => held[0]!.from < week)) {
    for (let count = between(0, 9); count > 0; count--) {
      const at = `${monday(week).add({ days: between(0, 6) })}T${two(between(6, 21))}:${two(between(0, 59))}`
      if (minutes.has(car.plate + at)) continue
      minutes.add(car.plate + at)
      const kind = oneOf(['toll', 'toll', 'toll', 'parking', 'fuel', 'adblue', 'wash', 'charging'] as const)
      // Via Verde sometimes refunds a charge.
      const amount = kind === 'toll' && chance(0.1) ? -between(1, 300) : between(1, kind === 'fuel' ? 70_00 : 12_00)
      source.movements.push({ plate: car.plate, at, kind, amount })
    }
  }
  if (chance(0.3)) source.unmatched = -between(1, 900)
  if (chance(0.3)) source.company = -between(1, 900)
  return source
}

/** Whether the files of a week itemise: within a week, every file has the same columns for everybody. */
const itemises = (week: Week) => isoWeek(week).number % 5 !== 0

function uberWeek(week: Week): Measures {
  const fare = chance(0.1) ? 0 : between(1, 1_200_00)
  const service = -Math.round(fare * 0.25) + between(-1, 1)
  const [tips, other, toll] = [
    chance(0.5) ? between(0, 20_00) : 0,
    chance(0.2) ? between(-300, 40_00) : 0,
    between(0, 30_00),
  ]
  const [tollTax, cash] = [Math.round(toll * 0.06), chance(0.3) ? between(0, fare) : 0]
  const earnings = fare + service + tips + other
  return {
    paid: earnings + toll + tollTax - cash,
    earnings,
    fare,
    service_fee: service,
    tips,
    cash_collected: 0 - cash,
    toll_refund: toll,
    toll_tax: tollTax,
    bank_transfer: 0,
    other,
    ...(itemises(week) ? { fare_tax: Math.round((fare * 6) / 106) } : {}),
  }
}

function boltWeek(week: Week): Measures {
  const [app, cash, tips] = [
    between(0, 700_00),
    chance(0.4) ? between(0, 150_00) : 0,
    chance(0.5) ? between(0, 9_00) : 0,
  ]
  const [campaign, expenses, cancellation] = [
    oneOf([0, 0, 10_00]),
    oneOf([0, 0, between(0, 9_00)]),
    oneOf([0, between(0, 7_00)]),
  ]
  const gross = app + cash + tips + campaign + expenses + cancellation
  const fees = Math.round((app + cash) * 0.22)
  const net = gross - fees + between(-1, 1)
  const vat = (amount: number) => Math.round((amount * 6) / 106)
  return {
    gross,
    app,
    cash_gross: cash,
    cash_collected: cash,
    tips,
    campaign,
    expense_refunds: expenses,
    cancellation,
    tolls: Math.min(app, between(0, 9_00)),
    total_fees: fees,
    commission: fees,
    net,
    payout: net - cash,
    ...(itemises(week) ? { vat_app: vat(app), vat_cash: vat(cash), vat_cancellation: vat(cancellation) } : {}),
  }
}

function filesOf(week: Week, source: Source) {
  const of = (...kinds: Movement['kind'][]) => source.movements.filter(({ kind }) => kinds.includes(kind))
  return [
    source.uber.size > 0 ? uberFile(week, source) : null,
    source.bolt.size > 0 ? boltFile(week, source) : null,
    viaVerdeFile(week, of('toll', 'parking'), source),
    fuelFile(week, of('fuel', 'adblue', 'wash')),
    electricFile(week, of('charging')),
  ].filter((file) => file !== null)
}

function uberFile(week: Week, { uber, version }: Source) {
  const own = 'Pago a si:Os seus rendimentos'
  const withTax = itemises(week)
  const columns = [
    ...[
      'UUID do motorista',
      'Nome próprio do motorista',
      'Apelido do motorista',
      'Pago a si',
      'Pago a si : Os seus rendimentos',
    ],
    ...['Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido', 'Pago a si : Os seus rendimentos : Tarifa'],
    ...[`${own}:Tarifa:Tarifa`, ...(withTax ? [`${own}:Tarifa:Imposto sobre a tarifa`] : []), `${own}:Taxa de serviço`],
    ...[
      `${own}:Outros rendimentos:Aumento de rendimentos`,
      `${own}:Gratificação`,
      'Pago a si:Saldo da viagem:Reembolsos:Portagem',
    ],
    ...['Pago a si:Saldo da viagem:Impostos:Imposto sobre a tarifa'],
    ...['Pago a si:Saldo da viagem:Pagamentos:Transferido para uma conta bancária'],
  ]
  const lines = [...uber].map(([ref, row]) => {
    const tax = row['fare_tax'] ?? 0
    const fare = [row['fare']! - tax, ...(withTax ? [tax] : [])]
    const rest = ['service_fee', 'other', 'tips', 'toll_refund', 'toll_tax'].map((name) => row[name]!)
    const figures = [row['paid']!, row['earnings']!, row['cash_collected']!, row['fare']!, ...fare, ...rest]
    const person = people.find((one) => one.ref === ref)!
    return [
      uuid('a1', person),
      'PESSOA',
      String(person.number),
      ...figures.map((amount) => (amount === 0 ? '' : amountWithPoint(amount))),
      '',
    ]
  })
  const transfer = amountWithPoint(-week.replaceAll('-', '') - version)
  const empty = columns.slice(5).map(() => '')
  const organisation = [ORGANISATION, 'MARE ALTA', 'UNIPESSOAL LDA', transfer, ...empty, transfer]
  const name = `${compactDay(monday(week))}-${compactDay(monday(week).add({ days: 7 }))}-payments_driver-MARE_ALTA_FICTICIA_UNIPESSOAL_LDA.csv`
  return { name, text: [columns, ...lines, organisation].map((cells) => cells.join(',')).join('\n') + '\n' }
}

const ORGANISATION = '5d0f2f55-3f0a-4d43-9a53-6a1c0c9a7e55'

function boltFile(week: Week, { bolt }: Source) {
  const columns: [string, string][] = [
    ['Ganhos brutos (total)|€', 'gross'],
    ['Ganhos brutos (pagamentos na app)|€', 'app'],
    ['IVA sobre os ganhos brutos (pagamentos na app)|€', 'vat_app'],
    ['Ganhos brutos (pagamentos em dinheiro)|€', 'cash_gross'],
    ['IVA sobre os ganhos brutos (pagamentos em dinheiro)|€', 'vat_cash'],
    ['Dinheiro recebido|€', 'cash_collected'],
    ['Gorjetas dos passageiros|€', 'tips'],
    ['Ganhos da campanha|€', 'campaign'],
    ['Reembolsos de despesas|€', 'expense_refunds'],
    ['Taxas de cancelamento|€', 'cancellation'],
    ['IVA das taxas de cancelamento|€', 'vat_cancellation'],
    ['Portagens|€', 'tolls'],
    ['Total de taxas|€', 'total_fees'],
    ['Comissões|€', 'commission'],
    ['Ganhos líquidos|€', 'net'],
    ['Pagamento previsto|€', 'payout'],
  ]
  const kept = columns.filter(([, measure]) => itemises(week) || !measure.startsWith('vat_'))
  const lines = [...bolt].map(([ref, row]) => {
    const person = people.find((one) => one.ref === ref)!
    return [
      `Pessoa ${person.number}`,
      '',
      '',
      ...kept.map(([, measure]) => amountWithPoint(row[measure]!)),
      uuid('b2', person),
    ]
  })
  const header = ['Motorista', 'Email', 'Telemóvel', ...kept.map(([heading]) => heading), 'Identificador do motorista']
  const { year, number } = isoWeek(week)
  const text = [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(',')).join('\n')
  return { name: `Ganhos por motorista-${year}W${two(number)}-${COMPANY.toUpperCase()}.csv`, text }
}

function viaVerdeFile(week: Week, passages: readonly Movement[], { unmatched, company }: Source) {
  const row = (plate: string, at: string, event: string, place: string, amount: number) => {
    const when = `${slashedDay(at)} ${at.slice(11)}:00`
    return [CONTRACT, '', plate, event, when, place, when, place, 'Brisa', amountWithComma(amount)].join(';')
  }
  const lines = passages.map(({ plate, at, kind, amount }) => {
    return kind === 'toll'
      ? row(plate, at, 'Portagens', 'Alverca A1', amount)
      : row(plate, at, 'Estacionamento', 'Parque Chão do Loureiro', amount)
  })
  if (unmatched !== 0) lines.push(row('ZX-99-QQ', `${week}T10:10`, 'Portagens', 'Ponte 25 de Abril', -unmatched))
  if (company !== 0) lines.push(row(cars[0]!.plate, `${week}T05:05`, 'Anuidade', 'Anuidade identificador', -company))
  if (lines.length === 0) return null
  const header =
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação'
  const cover = [
    'Extrato de movimentos',
    `Cliente;${COMPANY}`,
    `Período;${slashedDay(String(monday(week)))} a ${slashedDay(String(sunday(week)))}`,
  ]
  return {
    name: `extrato_movimentos_${CONTRACT}_${compactDay(monday(week))}.csv`,
    text: `\uFEFF${[...cover, '', header, ...lines].join('\r\n')}\r\n`,
  }
}

let receipt = 700_000

function fuelFile(week: Week, purchases: readonly Movement[]) {
  if (purchases.length === 0) return null
  const header =
    'CLIENTE;POSTO;DATA;HORA;CARTÃO;DESC. CARTÃO;ESTADO;COMB.;LITROS;RECIBO;VALOR LÍQUIDO;IVA;Nº FATURA;DATA FATURA;TOTAL'
  const products = { fuel: 'GASOLEO SIMPLES', adblue: 'ADBLUE', wash: 'LAVAGEM AUTO' } as Record<string, string>
  const lines = purchases.map(({ plate, at, kind, amount }) => {
    receipt++
    const net = Math.round(amount / 1.23)
    return [
      ...[
        '900777',
        'PRIO SACAVEM',
        at.slice(0, 10),
        at.slice(11),
        fuelCard(carOf(plate)),
        plate,
        'ATIVO',
        products[kind]!,
      ],
      ...[
        '10,00',
        String(receipt),
        amountWithComma(net),
        amountWithComma(amount - net),
        `FT 2026A7/${receipt}`,
        String(sunday(week)),
        amountWithComma(amount),
      ],
    ].join(';')
  })
  const cover = ['myPRIO - Transações Frota', `Cliente: ${COMPANY}`]
  return {
    name: `Transacoes_Frota_${compactDay(monday(week))}_${compactDay(sunday(week))}.csv`,
    text: [...cover, header, ...lines].join('\r\n') + '\r\n',
  }
}

function electricFile(week: Week, sessions: readonly Movement[]) {
  if (sessions.length === 0) return null
  const header =
    'StartDate,CardCode,MobileCard,MobileRegistration,IdUsage,IdChargingStation,TotalDuration,Energy,ChargingTotalValue,TotalValueWithTaxes'
  const lines = sessions.map(({ plate, at, amount }) => {
    const start = Temporal.PlainDateTime.from(at)
    const epoch = start.toZonedDateTime(ZONE).epochMilliseconds / 1_000
    const clock = `${start.month}/${start.day}/${start.year} ${start.hour % 12 || 12}:${two(start.minute)}:00 ${start.hour < 12 ? 'AM' : 'PM'}`
    return [
      clock,
      electricCard(carOf(plate)),
      'PESSOA',
      '',
      `LSB-90100-${carOf(plate).number}-${epoch}`,
      'LSB-90100',
      '40.00',
      '20.000',
      amountWithPoint(Math.round(amount / 1.23)),
      amountWithPoint(amount),
    ].join(',')
  })
  return {
    name: `prio_electric_${compactDay(monday(week))}_${compactDay(sunday(week))}.csv`,
    text: [header, ...lines].join('\n') + '\n',
  }
}

const carOf = (plate: string) => cars.find((car) => car.plate === plate)!
const fuelCard = (car: Car) => `708200000000${String(car.number).padStart(4, '0')}`
const electricCard = (car: Car) => `PTPRIO990000000000${String(car.number).padStart(4, '0')}`
const uuid = (head: string, { number }: Person) => `${head}000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const two = (number: number) => String(number).padStart(2, '0')
const compactDay = (day: Temporal.PlainDate) => String(day).replaceAll('-', '')
const slashedDay = (at: string) => `${at.slice(8, 10)}/${at.slice(5, 7)}/${at.slice(0, 4)}`
const amountWithPoint = (amount: number) => (amount / 100).toFixed(2)
const amountWithComma = (amount: number) => amountWithPoint(amount).replace('.', ',')

/** An IBAN of a bank that does not exist, with both check digits right. */
function iban(number: number): string {
  const account = `9999000000${String(number).padStart(9, '0')}`
  return `PT50${account}${String(98n - ((BigInt(account) * 100n) % 97n)).padStart(2, '0')}`
}

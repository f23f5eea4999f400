import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { previousWeek, readWeek } from '#domain/week.ts'
import { type Change, COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { listDriverRefs, listDrivers, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { changeIbans } from '#features/fleet/ibans/commands.server.ts'
import { termsInForce } from '#features/fleet/terms/queries.server.ts'
import { askSeveral } from '#features/papers/commands.server.ts'
import { listSlots } from '#features/papers/queries.server.ts'
import { listAssignments, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listGoals } from '#features/adjustments/goals/queries.server.ts'
import type { Refusal, RefusalParams } from '#domain/refusal.ts'
import { listReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { listPlans } from '#features/plans/queries.server.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { translator } from '#messages/translate.ts'
import { emptyDatabase } from '#test/factories.ts'
import { statementsOf } from '#test/statements.ts'
import { type FleetChoices, loadFleet } from './commands.server.ts'
import { readRoster } from './schema.ts'

const NOW = Temporal.Instant.from('2026-06-08T09:00:00Z')
const roster = JSON.parse(readFileSync('test/fixtures/public/roster.json', 'utf8'))
const load = (list: unknown, choices: Partial<FleetChoices> = {}) =>
  carryOut({ actor: COMMAND_LINE, action: 'fleet.load', now: NOW }, (change) =>
    loadFleet(change, list, { terms: 'plain', merge: false, ...choices }),
  )

test('a list becomes a fleet, once; with merge only what is missing is added', async () => {
  expect(await load(roster)).toEqual({
    company: 'added',
    drivers: { added: 8, known: 0 },
    vehicles: { added: 8, known: 0 },
    keys: { added: 8 * 3 - 3 + 24, known: 0 },
    ibans: 8,
    terms: 8,
    assignments: { added: 10, known: 0 },
    rules: { added: 0, known: 0 },
    referrals: { added: 0, known: 0 },
    plans: { added: 0, known: 0 },
    goals: { added: 0, known: 0 },
    contract_terms: { added: 0, known: 0 },
    maintenance: { added: 0, known: 0 },
    papers: { added: 0, known: 0 },
    warnings: [],
  })
  expect(await findCompany()).toMatchObject({ name: roster.company.name, debtorIbanValid: true })
  expect((await listDrivers(NOW)).find(({ ref }) => ref === 'D5')).toMatchObject({
    plate: 'ZX66TF',
    iban: 'ready',
    platforms: ['uber', 'bolt'],
  })
  const inForce = [...(await termsInForce(db, readWeek('2026-W23'))).values()]
  expect(inForce).toHaveLength(8)
  expect(new Set(inForce.map(({ from }) => from))).toEqual(new Set(['2020-01-06']))
  expect(inForce[0]?.terms).toEqual(PLAIN_TERMS)
  const car = (await listVehicles(NOW)).find(({ plate }) => plate === 'ZX55TE')!
  expect(car).toMatchObject({ energy: 'diesel', cards: 3, driver: 'Farhan Iqbal Merelim' })
  expect((await listAssignments(car.id)).map(({ from, to }) => [String(from), String(to)])).toEqual([
    ['2026-06-04T05:00:00Z', 'null'],
    ['null', '2026-06-04T05:00:00Z'],
  ])

  await expect(load(roster)).rejects.toMatchObject({ code: 'fleet.not-empty' })
  expect(await load(roster, { merge: true })).toMatchObject({
    company: 'kept',
    drivers: { added: 0, known: 8 },
    vehicles: { added: 0, known: 8 },
    keys: { added: 0, known: 45 },
    ibans: 0,
    terms: 0,
    assignments: { added: 0, known: 10 },
    warnings: [],
  })
})

test('what can be put right later is kept and warned of, and a merge adds the newcomer', async () => {
  const newcomer = {
    id: 'D9',
    name: 'Ilda Novais',
    email: 'ANSELMO.quintao@example.org',
    phone: '12',
    nif: '213456789',
    iban: 'PT50 9999 0000 0000 0001 0174',
    nickname: 'Ildinha',
    // Another name for the same: whoever writes it is told that it means nothing.
    ref: 'D10',
  }
  // Two NIFs are two people, whatever else they share.
  const D1 = (await listDriverRefs()).entries().find(([, ref]) => ref === 'D1')![0]
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', D1, '501964843'))
    .where('id', '=', D1)
    .execute()
  const list = { drivers: [newcomer], vehicles: [{ plate: '1-XPTO', fuel: 'vapor' }], assignments: [] }
  const { warnings, drivers } = await load(list, { merge: true, terms: 'keep' })
  expect(drivers).toEqual({ added: 1, known: 0 })
  expect(warnings.map(({ code, at }) => `${at} ${code}`)).toEqual([
    'drivers.nickname unknown-name',
    'drivers.ref unknown-name',
    'D9 phone-wrong',
    'D9 nif-wrong',
    'D9 contact-shared',
    'D9 iban-invalid',
    '1XPTO plate-unusual',
    '1XPTO energy-unknown',
  ])
  expect((await listDrivers(NOW)).find(({ ref }) => ref === 'D9')).toMatchObject({
    iban: 'invalid',
    regime: null,
    phone: '12',
    email: null,
  })
})

test('a merge makes no second person of one who is here under another short name, and takes nothing away', async () => {
  const before = await db.selectFrom('source_keys').select(['kind', 'value', 'driver_id']).orderBy('id').execute()
  const { email, phone, name } = roster.drivers[1]
  const other = { id: 'X-2', name, email, phone, nif: '500000000' }
  const { drivers, warnings } = await load({ drivers: [other] }, { merge: true, terms: 'keep' })
  expect(drivers).toEqual({ added: 0, known: 1 })
  expect(warnings).toMatchObject([{ code: 'same-person', at: 'X-2', found: `${name} (D2)` }])
  expect((await listDrivers(NOW)).find(({ ref }) => ref === 'D2')).toMatchObject({
    nifIndex: nifIndexOf('500000000'),
    email,
    phone,
  })
  expect((await listDrivers(NOW)).some(({ ref }) => ref === 'X-2')).toBe(false)
  expect(await db.selectFrom('source_keys').select(['kind', 'value', 'driver_id']).orderBy('id').execute()).toEqual(
    before,
  )
})

test.each([
  ['drivers.0.name', 'null', { drivers: [{ id: 'D1', name: null }] }],
  ['drivers', '∅', {}],
  ['timezone', '"Atlantic/Azores"', { timezone: 'Atlantic/Azores', drivers: [] }],
  [
    'assignments.0.from',
    '"2026-02-30"',
    { drivers: [], assignments: [{ driver: 'D1', plate: 'ZX11TA', from: '2026-02-30' }] },
  ],
  ['·', '[]', []],
])('a list that is not understood is refused at %s', (path, found, list) => {
  expect(() => readRoster(list)).toThrow(
    expect.objectContaining({ code: 'roster.unreadable', params: { path, found } }),
  )
})

test.each([
  ['maintenance.0.on', 'roster.day-fleet', { maintenance: [{ plate: 'ZX11TA', what: 'Óleo', on: '0001-01-01' }] }],
  [
    'assignments.0.to',
    'roster.day-fleet',
    { assignments: [{ driver: 'D1', plate: 'ZX11TA', to: '0226-02-01T08:00' }] },
  ],
  ['drivers.0.started_on', 'roster.day-kept', { drivers: [{ id: 'D1', name: 'Ana', started_on: '0026-02-01' }] }],
  [
    'papers.0.expires_on',
    'roster.day-kept',
    { papers: [{ plate: 'ZX11TA', kind: 'sticker', expires_on: '2126-02-01' }] },
  ],
])('a list with a year that cannot be meant is refused at %s, and says which years are taken', (path, code, part) => {
  expect(() => readRoster({ drivers: [], ...part })).toThrow(
    expect.objectContaining({ code, params: expect.objectContaining({ path }) }),
  )
})

test('an assignment of somebody who is not in the list is refused', async () => {
  const list = {
    drivers: [{ id: 'X1', name: 'Xavier' }],
    vehicles: [{ plate: 'AA-00-BB' }],
    assignments: [{ driver: 'X2', plate: 'AA00BB' }],
  }
  await expect(load(list, { merge: true })).rejects.toMatchObject({
    code: 'roster.unknown-name',
    params: { path: 'assignments.0.driver', found: 'X2' },
  })
  expect((await listDrivers(NOW)).some(({ ref }) => ref === 'X1')).toBe(false)
})

test('rules, referrals, plans and goals come with the list, and the same list again adds none of them', async () => {
  await emptyDatabase()
  const promised = {
    ...roster,
    commission_rules: [
      {
        side: 'referrer',
        from: '2026-06-01',
        name: 'Indicação',
        reason: 'Combinado',
        kind: 'fixed',
        amount_cents: 50_00,
        min_weeks: 4,
        clawback_weeks: 8,
      },
    ],
    referrals: [{ referrer: 'D1', referred: 'D2', since: '2026-06-03', reason: 'Disse-o o próprio' }],
    plans: [
      {
        driver: 'D3',
        kind: 'deposit',
        total_cents: 500_00,
        down_cents: 200_00,
        count: 6,
        first: '2026-06-08',
        reason: 'Caução da viatura',
      },
    ],
    goals: [
      {
        name: 'Semana cheia',
        name_en: 'Full week',
        criterion: 'trips',
        period: 'week',
        reason: 'Combinado',
        from: '2026-06-01',
        until: '2026-12-31',
        car: 'own',
        min_weeks: 4,
        drivers: ['D1'],
        levels: [
          { threshold: 80, reward_cents: 15_00 },
          { threshold: 100, reward_cents: 30_00 },
        ],
      },
    ],
  }
  const added = { rules: { added: 1 }, referrals: { added: 1 }, plans: { added: 1 }, goals: { added: 1 } }
  expect(await load(promised)).toMatchObject(added)
  const one = { added: 0, known: 1 }
  const known = { rules: one, referrals: one, plans: one, goals: one }
  expect(await load(promised, { merge: true })).toMatchObject(known)
  const [referral] = await listReferrals(NOW)
  expect(referral).toMatchObject({ since: '2026-06-01', sides: { referrer: { rule: { most: 50_00, minWeeks: 4 } } } })
  const [plan] = await listPlans(NOW)
  expect(plan).toMatchObject({ kind: 'deposit', total: 500_00, down: 200_00, remaining: 300_00, count: 6 })

  expect(await listGoals()).toMatchObject([
    {
      name: 'Semana cheia',
      nameEn: 'Full week',
      from: '2026-06-01',
      until: '2026-12-28',
      stacking: 'best',
      audience: { regimes: [], car: 'own', minWeeks: 4, maxWeeks: null, drivers: [expect.any(String)] },
      levels: [
        { threshold: 80, reward: 15_00 },
        { threshold: 100, reward: 30_00 },
      ],
    },
  ])
  const falling = { ...promised, goals: [{ ...promised.goals[0], levels: promised.goals[0]!.levels.toReversed() }] }
  await expect(load(falling, { merge: true })).rejects.toMatchObject({
    code: 'roster.unreadable',
    params: { path: 'goals.0.levels.1.threshold', found: '80' },
  })
  const nobody = { ...promised, goals: [{ ...promised.goals[0], drivers: ['D99'] }] }
  await expect(load(nobody, { merge: true })).rejects.toMatchObject({ code: 'roster.unknown-name' })

  const stranger = { ...promised, plans: [{ ...promised.plans[0], driver: 'D99' }] }
  await expect(load(stranger, { merge: true })).rejects.toMatchObject({ code: 'roster.unknown-name' })
})

test('a referral, a rule or a plan that is refused says where it stands in the list, and whom it names', async () => {
  await emptyDatabase()
  const referral = { since: '2026-06-03', reason: 'Disse-o' }
  const refusalParams = async (more: object): Promise<RefusalParams> => {
    const [tried] = await Promise.allSettled([load({ ...roster, ...more })])
    return tried.status === 'rejected' ? (tried.reason as Refusal).params : {}
  }
  expect(
    await refusalParams({
      referrals: [
        { ...referral, referrer: 'D1', referred: 'D2' },
        { ...referral, referrer: 'D3', referred: 'D2' },
      ],
    }),
  ).toMatchObject({ listed: 'referrals.1.referred', holds: 'D3 → D2' })
  const circle = [
    { ...referral, referrer: 'D1', referred: 'D2' },
    { ...referral, referrer: 'D2', referred: 'D1' },
  ]
  expect(await refusalParams({ referrals: circle })).toMatchObject({ listed: 'referrals.1.referrer', holds: 'D2 → D1' })
  const words = refusalSentence(translator('pt'), 'referral.circle', {
    ...(await refusalParams({ referrals: circle })),
    file: 'frota.json',
  })
  expect(words).toMatch(/ frota\.json, «referrals\.1\.referrer»: D2 → D1\.$/)
})

test('a condition of a rule that is misspelt is warned of: without it the rule would promise more', async () => {
  await emptyDatabase()
  const rule = { side: 'referrer', from: '2026-06-01', name: 'Indicação', reason: 'Combinado', kind: 'fixed' }
  const loaded = await load({ ...roster, commission_rules: [{ ...rule, amount_cents: 50_00, min_week: 4 }] })
  expect(loaded.warnings).toContainEqual(expect.objectContaining({ found: 'commission_rules.min_week' }))
})

test('rules, referrals and plans are taken in as the page about the command line shows them', async () => {
  await emptyDatabase()
  const page = readFileSync('docs/command-line.md', 'utf8')
  const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!))
  const loaded = await load({ ...roster, ...shown.find((one) => 'commission_rules' in one) })
  expect(loaded).toMatchObject({ rules: { added: 2 }, referrals: { added: 1 }, plans: { added: 1 } })
  const promised = /^(?:commission_rules|referrals|plans)/
  expect(loaded.warnings.filter(({ at, found }) => promised.test(`${at} ${found}`) || promised.test(found))).toEqual([])
})

test('a goal by the month that begins in the midst of one says from which week it counts', async () => {
  await emptyDatabase()
  const monthly = {
    name: 'Mês cheio',
    criterion: 'trips',
    period: 'month',
    reason: 'Combinado',
    from: '2026-09-14',
    until: '2026-10-12',
    levels: [{ threshold: 300, reward_cents: 50_00 }],
  }
  const { warnings } = await load({ ...roster, goals: [monthly] })
  expect(warnings.filter(({ at }) => at.startsWith('goals'))).toEqual([
    { code: 'goal-from', at: 'goals.0.from', found: '2026-08-31' },
    { code: 'goal-until', at: 'goals.0.until', found: '2026-10-19' },
  ])
})

test('the goal that the page about the command line shows is taken in as it stands there', async () => {
  await emptyDatabase()
  const page = readFileSync('docs/command-line.md', 'utf8')
  const shown = [...page.matchAll(/```json\n([\s\S]*?)```/g)].map(([, json]) => JSON.parse(json!))
  const goal = shown.find((one) => 'criterion' in one)
  const loaded = await load({ ...roster, goals: [goal] })
  expect(loaded).toMatchObject({ goals: { added: 1 } })
  expect(loaded.warnings.filter(({ at }) => at.startsWith('goals'))).toEqual([])
  const printed = shown.find((one) => 'company' in one)
  expect(Object.keys(printed).filter((name) => !(name in loaded))).toEqual([])
})

test('a list brings papers of drivers, cars and the operator; one that holds no longer than what is here is known', async () => {
  await emptyDatabase()
  const papers = [
    { driver: 'D1', kind: 'cmtvde', number: 123, issued_on: '2026-01-02', expires_on: '2031-01-01' },
    { plate: 'ZX-11-TA', kind: 'car-insurance', expires_on: '2027-01-01' },
    { kind: 'operator-licence', number: '12/2026', expires_on: '2030-01-01' },
  ]
  expect((await load({ ...roster, papers })).papers).toEqual({ added: 3, known: 0 })
  const longer = [{ driver: 'D1', kind: 'cmtvde', number: 124, expires_on: '2031-06-01' }]
  expect((await load({ ...roster, papers: [...longer, ...papers] }, { merge: true })).papers).toEqual({
    added: 1,
    known: 3,
  })
  const { id } = (await listDrivers(NOW)).find(({ ref }) => ref === 'D1')!
  const slot = (await listSlots({ holder: 'driver', id }, NOW)).find(({ kind }) => kind.code === 'cmtvde')
  expect(slot?.current).toMatchObject({ number: '124', expiresOn: '2031-06-01' })
  for (const wrong of [
    { driver: 'D1', kind: 'inspection', number: '1' },
    { kind: 'passport', number: '1' },
    { driver: 'nobody', kind: 'cmtvde', number: '1' },
  ])
    await expect(load({ ...roster, papers: [wrong] }, { merge: true })).rejects.toMatchObject({
      code: 'roster.unknown-name',
    })
})

/** So many drivers, each with an account, names on both platforms, and a car with its cards that nobody else has. */
function fleetOf(count: number) {
  const each = Array.from({ length: count }, (_, at) => ({
    ref: `D${at + 1}`,
    plate: `AA${String(at).padStart(2, '0')}ZZ`,
  }))
  const name = (at: number, kind: string) => `${String(at).padStart(8, '0')}-0000-4000-8000-00000000000${kind}`
  return {
    drivers: each.map(({ ref }, at) => ({
      id: ref,
      name: `Ana Sá ${ref}`,
      email: `${ref}@example.org`,
      phone: `91${1_000_000 + at}`,
      iban: ibanOf(at),
      uber_driver_uuid: name(at, 'a'),
      bolt_driver_uuid: name(at, 'b'),
      bolt_individual_uuid: name(at, 'c'),
    })),
    vehicles: each.map(({ plate }, at) => ({
      plate,
      via_verde_obu: String(10_000_000_000 + at),
      via_verde_iai: String(20_000_000_000 + at),
      prio_fuel_card: String(700_000_000_000_000 + at),
      prio_electric_card: `PT-PRIO-${100_000 + at}`,
    })),
    assignments: each.map(({ ref, plate }) => ({ driver: ref, plate, from: null, to: null })),
  }
}

/** With each of them a plan that is paid in part at once and a goal of their own; who came later was brought by one before. */
function agreedWith(drivers: readonly { id: string }[]) {
  const since = '2026-06-08'
  return {
    plans: drivers.map(({ id: driver }) => ({
      driver,
      kind: 'deposit',
      total_cents: 500_00,
      down_cents: 100_00,
      count: 10,
      first: since,
      reason: 'Caução',
    })),
    referrals: drivers
      .slice(1)
      .map(({ id }, at) => ({ referrer: drivers[Math.floor(at / 2)]!.id, referred: id, since, reason: 'Trouxe' })),
    goals: drivers.map(({ id }) => ({
      name: `Meta de ${id}`,
      reason: 'Prometida',
      criterion: 'trips',
      period: 'week',
      levels: [{ threshold: 100, reward_cents: 25_00 }],
      from: since,
      drivers: [id],
    })),
    commission_rules: drivers.map((_, at) => ({
      side: 'referrer',
      kind: 'fixed',
      from: previousWeek(readWeek(since), -at),
      name: 'Bónus',
      reason: 'Decidido',
      amount_cents: 50_00,
    })),
  }
}

/** The same drivers, of whom the list tells the NIF, which was not known. */
function knowingMore({ drivers, vehicles, assignments }: ReturnType<typeof fleetOf>) {
  const more = drivers.map((driver, at) => ({ ...driver, iban: null, nif: String(500_000_000 + at * 10) }))
  return { drivers: more, vehicles, assignments }
}

test('a list of many drivers and cars asks as many statements as one of few, also where they are here and more is told of them', async () => {
  const asked: { fresh: number; again: number; more: number }[] = []
  // The first time asks also what a process asks once.
  for (const count of [5, 5, 25]) {
    await emptyDatabase()
    const { drivers, vehicles, ...fleet } = fleetOf(count)
    const papers = [
      ...drivers.map(({ id }, at) => ({ driver: id, kind: 'cmtvde', number: at, expires_on: '2031-01-01' })),
      ...vehicles.map(({ plate }) => ({ plate, kind: 'car-insurance', expires_on: '2027-01-01' })),
    ]
    const maintenance = vehicles.map(({ plate }) => ({ plate, what: 'Óleo', on: '2026-05-01' }))
    const list = { ...fleet, drivers, vehicles, papers, maintenance, ...agreedWith(drivers) }
    const statements = async (of: unknown, choices: Partial<FleetChoices> = {}) =>
      (await statementsOf(() => load(of, choices))).length
    const fresh = await statements(list)
    const again = await statements(list, { merge: true })
    asked.push({ fresh, again, more: await statements(knowingMore(fleetOf(count)), { merge: true }) })
    expect(await db.selectFrom('drivers').select('nif_index').where('nif_index', 'is', null).execute()).toEqual([])
  }
  expect(asked[2]).toEqual(asked[1])
})

/** An account that a bank would take. */
function ibanOf(at: number) {
  const bban = `00020123${String(at).padStart(11, '0')}`
  return `PT50${bban}${String(98n - ((BigInt(bban) * 100n) % 97n)).padStart(2, '0')}`
}

test('papers that were asked for, and accounts that change, ask as many statements for many as for few', async () => {
  const asked: { papers: number; accounts: number }[] = []
  for (const count of [5, 5, 25]) {
    await emptyDatabase()
    const list = fleetOf(count)
    await load(list)
    const ids = [...(await listDriverRefs()).keys()]
    const carriedOut = (work: (change: Change) => Promise<unknown>) =>
      carryOut({ actor: COMMAND_LINE, action: 'fleet.load', now: NOW }, async (change) => {
        await work(change)
        return null
      })
    await carriedOut((change) => askSeveral(change, ids, { kind: 'cmtvde', dueOn: '2026-07-01', words: '' }))
    const papers = list.drivers.map(({ id }, at) => ({
      driver: id,
      kind: 'cmtvde',
      number: at,
      expires_on: '2031-01-01',
    }))
    const accounts = ids.map((driverId, at) => ({ driverId, iban: ibanOf(100 + at), holder: null }))
    asked.push({
      papers: (await statementsOf(() => load({ ...list, papers }, { merge: true }))).length,
      accounts: (await statementsOf(() => carriedOut((change) => changeIbans(change, accounts)))).length,
    })
    const open = db.selectFrom('papers').select('id').where('state', '=', 'asked')
    expect(await open.execute()).toEqual([])
    expect(await db.selectFrom('inbox_notices').select('id').where('kind', '=', 'iban-changed').execute()).toHaveLength(
      count,
    )
  }
  expect(asked[2]).toEqual(asked[1])
})

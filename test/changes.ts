import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Goal } from '#domain/goal.ts'
import { ZERO, basisPoints, cents, sum } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import type { KeyKind, Source } from '#domain/import.ts'
import { nextWeek, weekAt } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { setCompanyGoal } from '#features/adjustments/company-goals/commands.server.ts'
import { writeGoal } from '#features/adjustments/goals/commands.server.ts'
import { recordReferral, withdrawReferral, writeRule } from '#features/adjustments/referrals/commands.server.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { saveFetchedDrivers, saveFetchedOrders } from '#features/connections/collected/commands.server.ts'
import { endContract } from '#features/contracts/commands.server.ts'
import { recordDeparture, returnDriver } from '#features/departures/commands.server.ts'
import { createDriver, saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { EMPTY_DRIVER, newDriverInput } from '#features/fleet/drivers/schema.ts'
import { addKey, forgetKey } from '#features/fleet/keys/commands.server.ts'
import { mergeDrivers, undoMerge } from '#features/fleet/merges/commands.server.ts'
import { addEstimate, addReading, withdrawReading } from '#features/fleet/odometers/commands.server.ts'
import { addTerms, removeTerms } from '#features/fleet/terms/commands.server.ts'
import { undoSale, sellVehicle } from '#features/fleet/sales/commands.server.ts'
import { saveTitle } from '#features/fleet/upkeep/commands.server.ts'
import {
  createVehicle,
  endAssignment,
  handOver,
  removeAssignment,
  saveVehicle,
} from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { newVehicleInput, vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { undoImport } from '#features/imports/undoings/commands.server.ts'
import { addPaper, askForPaper, sendPaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { saveAgeLimit, saveKind, saveRules } from '#features/papers/kinds/commands.server.ts'
import { getKind, paperRules } from '#features/papers/kinds/queries.server.ts'
import type { KindInput } from '#features/papers/kinds/schema.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { approveWeek, undoApproval, voidSettlement } from '#features/settlements/commands.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { acceptAllProposals } from '#features/settlements/proposals/commands.server.ts'
import { listProposals } from '#features/settlements/proposals/queries.server.ts'
import { answerPassage, answerRow, takeBack } from '#features/weeks/answers/commands.server.ts'
import { possibleTwins } from '#features/weeks/questions/queries.server.ts'
import { saveTimes, withdrawTimes } from '#features/weeks/working-times/commands.server.ts'
import { aSealed } from './contracts.ts'
import { pdfBytes } from './papers.ts'
import {
  type Fleet,
  NEXT_WEEK,
  PUBLIC_FILES,
  WEEK,
  drop,
  edited,
  makeChange,
  paidBy,
  publicFile,
  withoutLines,
} from './factories.ts'

/** An installation that changes happen to, and its clock. */
export type World = { fleet: Fleet; now: Temporal.Instant }

/** Makes one change in a world; `drawn` is the random number that chooses its details. */
type Make = (world: World, drawn: number) => Promise<unknown>

const REFS = ['D1', 'D2', 'D4', 'D7'] as const
const REASON = 'Combinado'

const pick = <One>(all: readonly One[], drawn: number): One | undefined => all[drawn % Math.max(all.length, 1)]
const whom = ({ fleet }: World, drawn: number) => fleet.driver(REFS[drawn % REFS.length]!)
const done = <Result>({ now }: World, work: (change: Change) => Promise<Result>) => makeChange(work, { at: now })
const dayOf = ({ now }: World, days = 0) =>
  now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate().add({ days }).toString()
/** The first moment of one of three weeks, by the number drawn. */
const mondayAt = (drawn: number) => Temporal.Instant.from('2026-05-31T23:00:00Z').add({ hours: 168 * (drawn % 3) })
const around = ({ now }: World, drawn: number) => now.subtract({ hours: (drawn % 9) * 31 })

/** Acts on one of the rows; refuses when there are none. */
async function withOne<Row>(rows: Promise<readonly Row[]>, drawn: number, act: (row: Row) => Promise<unknown>) {
  const row = pick(await rows, drawn)
  if (row === undefined) throw new Refusal('record.not-found')
  return act(row)
}

const rowsOf =
  <Row>(text: string) =>
  async (): Promise<Row[]> =>
    (await sql.raw<Row>(text).execute(db)).rows
const people = rowsOf<{ id: string }>(
  'select id from drivers where merged_into is null order by length(ref) desc, ref desc',
)
const cars = rowsOf<{ id: string }>('select id from vehicles order by plate')
const sold = rowsOf<{ id: string }>(
  'select vehicle_id as id from car_sales where withdrawn_at is null order by vehicle_id',
)
const held = rowsOf<{ id: string; car: string }>(
  'select id, vehicle_id as car from assignments where upper_inf(period) order by ordinal',
)
const papers = rowsOf<{ id: string }>(`select id from papers where state = 'accepted' order by ordinal`)
const contracts = rowsOf<{ id: string }>(`select id from contracts where state = 'sealed' order by ordinal`)
const merges = rowsOf<{ id: string; stays: string }>(
  'select id, stays_id as stays from driver_merges where undone_at is null order by merged_at desc',
)
const away = rowsOf<{ driver: string }>(
  'select driver_id as driver from departures where returned_on is null order by id',
)
const agreed = rowsOf<{ id: number; driver: string }>(
  'select id, driver_id as driver from terms where withdrawn_at is null order by id desc',
)
const brought = rowsOf<{ id: string }>('select id from referrals where withdrawn_at is null order by ordinal')
const issued = rowsOf<{ id: string }>(`select id from settlements where state = 'approved' order by driver_id, week`)
const files = rowsOf<{ id: number }>('select id from imports where undone_at is null order by id')
const answers = rowsOf<{ press: string }>('select press from row_answers order by press')
const counting = rowsOf<{ id: string; week: typeof WEEK }>(
  `select id::text, week::text from import_rows where state = 'live' and kind in ('toll', 'fuel', 'charging') order by id`,
)
const keys = rowsOf<{ id: number }>(`select id from source_keys known where driver_id is not null and exists (
  select from import_rows where state = 'live' and source = known.source
    and keys @> jsonb_build_array(jsonb_build_object('kind', known.kind, 'value', known.value))) order by kind <> 'driver', id`)
const onBolt = rowsOf<{ value: string }>(
  `select value from source_keys where source = 'bolt' and kind = 'driver' and driver_id is not null order by value`,
)
const strangers = rowsOf<{ source: Source; kind: KeyKind; value: string }>(
  `select distinct source, name ->> 'kind' as kind, name ->> 'value' as value from import_rows, jsonb_array_elements(keys) name
    where state = 'live' and not exists (select from source_keys known
      where known.source = import_rows.source and known.kind = name ->> 'kind' and known.value = name ->> 'value') order by 1, 2, 3`,
)
const readings = rowsOf<{ id: number; car: string }>(
  'select id, vehicle_id as car from odometer_readings where withdrawn_at is null order by id desc',
)
const records = rowsOf<{ id: string }>('select id from working_time_files where withdrawn_at is null order by ordinal')

/**
 * Later files: a list that spells a toll otherwise, a report without one driver, a newer one, and the earlier ones
 * again.
 */
const LATER = [
  edited(
    publicFile('extrato'),
    (text) => text.replace(/^.*ZX-33-TC.*$/m, (line) => line.split(';').with(7, 'PONTE 25 ABRIL N/S').join(';')),
    'outro_extrato.csv',
  ),
  withoutLines(publicFile('2026W23'), 'Bruna'),
  edited(publicFile('2026W23'), (text) => text.replaceAll('"242.84","242.84"', '"252.84","252.84"')),
  ...PUBLIC_FILES,
]
const KINDS = { driver: ['cmtvde', 'iban-proof'], car: ['inspection', 'car-insurance'], company: ['operator-licence'] }

/** Real changes of data that pages read, each made by its command. */
const CHANGES = {
  'days pass': async (world, drawn) => {
    world.now = world.now.add({ hours: 24 * (1 + ((drawn + 6) % 12)) })
  },
  'a paper comes': async (world, drawn) => {
    const holder = (['driver', 'driver', 'car', 'company'] as const)[drawn % 4]!
    const code = pick(KINDS[holder], drawn >> 2)!
    const expiresOn = dayOf(world, 5 + (drawn % 40))
    const paper = { number: `${drawn}`, issuedOn: '2026-01-05', expiresOn, files: [] }
    if (holder === 'company') return done(world, (change) => addPaper(change, { holder }, code, paper))
    const id = holder === 'car' ? pick(await cars(), drawn)!.id : whom(world, drawn)
    return done(world, (change) => addPaper(change, { holder, id }, code, paper))
  },
  'a paper counts no more': async (world, drawn) =>
    withOne(papers(), drawn, ({ id }) => done(world, (change) => takeBackPaper(change, id, REASON))),
  'a paper is asked for': async (world, drawn) => {
    const asked = { kind: pick(KINDS.driver, drawn)!, dueOn: dayOf(world, 9), words: '' }
    return done(world, (change) => askForPaper(change, whom(world, drawn), asked))
  },
  'a driver sends a paper': async (world, drawn) => {
    const paper = { number: '', issuedOn: null, expiresOn: null, files: [new File([pdfBytes('a.pdf')], 'a.pdf')] }
    return done(world, (change) => sendPaper(change, whom(world, drawn) as OwnDriverId, 'iban-proof', paper))
  },
  'a kind is needed, or not': async (world, drawn) => {
    const { name, needed, ...kind } = await getKind(pick(Object.values(KINDS).flat(), drawn)!)
    const said = { ...kind, ...needed, appliesTo: [...kind.appliesTo], namePt: name.pt, nameEn: name.en }
    return done(world, (change) => saveKind(change, kind.code, { ...said, drive: !needed.drive } as KindInput))
  },
  'a contract is needed, or not': async (world) => {
    const rules = await paperRules()
    return done(world, (change) => saveRules(change, { ...rules, needsContract: !rules.needsContract }))
  },
  'cars may be older, or not': (world, drawn) =>
    done(world, (change) => saveAgeLimit(change, { from: '2026-05-01', years: 1 + (drawn % 9), electricYears: 12 })),
  'a car is bought or rented': async (world, drawn) => {
    const { id } = pick(await cars(), drawn)!
    const first = { slotNumber: '', slotSince: null, firstRegisteredOn: `20${22 + (drawn % 4)}-03-01` }
    const title = drawn % 2 === 0 ? ('own' as const) : ('rent' as const)
    return done(world, (change) => saveTitle(change, id, { title, ownerId: null, ...first }))
  },
  'a car stands in the workshop': async (world, drawn) => {
    const { id } = pick(await cars(), drawn)!
    const record = await getVehicle(id)
    const status = record.status === 'active' ? ('maintenance' as const) : ('active' as const)
    return done(world, (change) => saveVehicle(change, id, { ...record, status }))
  },
  'a car has another plate': async (world, drawn) =>
    withOne(held(), drawn, async ({ car }) => {
      const record = await getVehicle(car)
      return done(world, (change) => saveVehicle(change, car, { ...record, plate: `ZY${10 + (drawn % 90)}ZY` }))
    }),
  'a car comes': async (world, drawn) => {
    const car = newVehicleInput.parse({ ...vehicleRecord.empty, plate: `ZW${10 + (drawn % 90)}ZW`, rent: '100,00' })
    return done(world, (change) => createVehicle(change, car))
  },
  'a car is sold': async (world, drawn) => {
    const { id } = pick(await cars(), drawn)!
    const sale = { way: 'sold' as const, leftOn: dayOf(world), buyer: 'Comprador', price: cents(8_500_00) }
    return done(world, (change) => sellVehicle(change, id, { ...sale, kilometres: null, paper: undefined }))
  },
  'a car was not sold': async (world, drawn) =>
    withOne(sold(), drawn, ({ id }) => done(world, (change) => undoSale(change, id, REASON))),
  'a car costs something else': async (world, drawn) => {
    const { id } = pick(await cars(), drawn)!
    const record = await getVehicle(id)
    return done(world, (change) => saveVehicle(change, id, { ...record, rent: cents((1 + (drawn % 9)) * 50_00) }))
  },
  'a car is handed over': async (world, drawn) => {
    const { id } = pick(await cars(), drawn)!
    return done(world, (change) => handOver(change, id, whom(world, drawn >> 2), around(world, drawn)))
  },
  'a car is given back': async (world, drawn) =>
    withOne(held(), drawn, ({ id, car }) =>
      done(world, (change) => endAssignment(change, car, id, around(world, drawn))),
    ),
  'somebody never had a car': async (world, drawn) =>
    withOne(held(), drawn, ({ id, car }) => done(world, (change) => removeAssignment(change, car, id))),
  'a driver is suspended, or no more': async (world, drawn) => {
    const id = whom(world, drawn)
    const { version, ...known } = await getDriver(id)
    const status = known.status === 'active' ? ('suspended' as const) : ('active' as const)
    return done(world, (change) => saveDriver(change, id, { ...known, status, dropNif: false, version }))
  },
  'a driver is called otherwise': async (world, drawn) => {
    const id = whom(world, drawn)
    const { version, ...known } = await getDriver(id)
    const name = `Nome ${drawn % 5}`
    return done(world, (change) => saveDriver(change, id, { ...known, name, dropNif: false, version }))
  },
  'somebody is known who was gone': (world, drawn) => {
    const record = { ...EMPTY_DRIVER, name: `Antigo ${drawn % 9}`, status: 'inactive', endedOn: '2026-05-20' }
    return done(world, (change) => createDriver(change, newDriverInput.parse(record)))
  },
  'a driver leaves': async (world, drawn) => {
    const leaving = { at: around(world, drawn), reason: REASON, signsInUntil: null, done: [] }
    const waitsUntil = dayOf(world, 40)
    return done(world, (change) => recordDeparture(change, whom(world, drawn), { ...leaving, waitsUntil }))
  },
  'a driver comes back': async (world, drawn) =>
    withOne(away(), drawn, ({ driver }) =>
      done(world, (change) => returnDriver(change, driver, { on: dayOf(world, 2) })),
    ),
  'something else is agreed': async (world, drawn) => {
    const kilometres = { included: drawn % 700, rate: cents(12) }
    const regime = (['rental', 'slot', 'employee'] as const)[drawn % 3]!
    const terms = { ...PLAIN_TERMS, regime, rent: cents((1 + (drawn % 7)) * 30_00), kilometres }
    const from = nextWeek(WEEK, drawn % 3)
    return done(world, (change) => addTerms(change, whom(world, drawn), { from, terms, reason: REASON }))
  },
  'something is agreed no more': async (world, drawn) =>
    withOne(agreed(), drawn, ({ id, driver }) => done(world, (change) => removeTerms(change, driver, id, REASON))),
  'two are one': async (world, drawn) => {
    const [gone, into] = [world.fleet.driver('D7'), world.fleet.driver(drawn % 2 === 0 ? 'D1' : 'D2')]
    return done(world, (change) =>
      mergeDrivers(change, gone, { into, reason: REASON, terms: 'stays', account: 'stays' }),
    )
  },
  'one is two after all': async (world, drawn) =>
    withOne(merges(), drawn, ({ id, stays }) => done(world, (change) => undoMerge(change, stays, id, REASON))),
  'a contract is sealed': async (world, drawn) => {
    const startsOn = drawn % 2 === 0 ? '2026-06-08' : '2026-06-15'
    const end = dayOf(world, 5 + (drawn % 60))
    return aSealed(world.fleet.driver('D1') as OwnDriverId, { startsOn, endsOn: end < startsOn ? startsOn : end })
  },
  'a contract ends': async (world, drawn) =>
    withOne(contracts(), drawn, ({ id }) =>
      done(world, (change) => endContract(change, id, { lastDay: dayOf(world, drawn % 4), reason: REASON })),
    ),
  'a setting changes': (world, drawn) => {
    const settings = drawn % 2 === 0 ? { rent: 100_00 + (drawn % 9) * 10_00 } : { slotFee: 20_00 + (drawn % 9) * 1_00 }
    return done(world, (change) =>
      changeSettings(change, { from: nextWeek(WEEK, drawn % 3), settings, reason: REASON }),
    )
  },
  'somebody was brought': (world, drawn) => {
    const [referrer, referred] = [whom(world, drawn), whom(world, drawn + 1 + ((drawn >> 3) % 3))]
    return done(world, (change) => recordReferral(change, { referrer, referred, since: WEEK, reason: REASON }))
  },
  'nobody was brought': async (world, drawn) =>
    withOne(brought(), drawn, ({ id }) => done(world, (change) => withdrawReferral(change, id, REASON))),
  'who brings is paid otherwise': (world, drawn) => {
    const pays =
      drawn % 2 === 0
        ? { kind: 'fixed' as const, amount: cents(50_00) }
        : { kind: 'percent' as const, rate: basisPoints(1_000), base: 'income' as const, cap: cents(500_00) }
    const rule = { first: 1, weeks: 3, minWeeks: 1, minTrips: (drawn % 3) * 20, hold: 0, clawback: 2 }
    const named = {
      side: 'referrer' as const,
      from: nextWeek(WEEK, 0 - (drawn % 4)),
      name: `Regra ${drawn}`,
      reason: REASON,
    }
    return done(world, (change) => writeRule(change, { ...named, ...pays, ...rule }))
  },
  'a week is approved': (world, drawn) =>
    done(world, (change) => approveWeek(change, drawn % 3 === 2 ? NEXT_WEEK : WEEK, { leaveUnmatched: true })),
  'the next week is approved': (world) =>
    done(world, (change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true })),
  'an approval is undone': (world, drawn) =>
    done(world, (change) => undoApproval(change, drawn % 3 === 2 ? NEXT_WEEK : WEEK, { reason: REASON })),
  'a statement is voided': async (world, drawn) =>
    withOne(issued(), drawn, ({ id }) => done(world, (change) => voidSettlement(change, id, REASON))),
  'a statement is paid': async (world, drawn) =>
    withOne(issued(), drawn, ({ id }) => done(world, (change) => payOne(change, id, paidBy(REASON)))),
  'what came late is accepted': async (world) => {
    const all = await listProposals()
    const on = all[0]?.on
    if (on === undefined) throw new Refusal('record.not-found')
    const due = all.filter((one) => one.on === on).map(({ difference }) => difference.amount)
    return done(world, (change) => acceptAllProposals(change, on, { count: due.length, amount: sum(due) }))
  },
  'a file comes late': (_, drawn) => drop([pick(LATER, drawn)!]),
  'a file is taken back': async (world, drawn) =>
    withOne(files(), drawn, ({ id }) => done(world, (change) => undoImport(change, id))),
  'a row is answered': async (world, drawn) =>
    withOne(counting(), drawn, ({ id, week }) =>
      done(world, (change) => answerRow(change, week, { row: id, says: 'nothing', reason: REASON })),
    ),
  'an answer is taken back': async (world, drawn) =>
    withOne(answers(), drawn, ({ press }) => done(world, (change) => takeBack(change, `row:${press}`))),
  'something is put on a week': (world, drawn) => {
    const fine = { kind: 'fine' as const, week: NEXT_WEEK, amount: cents(0 - (1 + (drawn % 9)) * 5_00), reason: REASON }
    return done(world, (change) => addAdjustment(change, { ...fine, driverId: whom(world, drawn) }))
  },
  'two passages are one, or not': async (world, drawn) => {
    const twins = possibleTwins(await getWeek(WEEK))
    return withOne(Promise.resolve(twins), drawn, ({ kept, other }) =>
      done(world, (change) => answerPassage(change, WEEK, { kept: kept.id, other: other.id, isSame: drawn % 3 !== 1 })),
    )
  },
  'a name is forgotten': async (world, drawn) =>
    withOne(keys(), drawn, ({ id }) => done(world, (change) => forgetKey(change, id))),
  'a name is somebody’s': async (world, drawn) => {
    const driverId = pick(await people(), drawn >> 2)!.id
    return withOne(strangers(), drawn, ({ source, ...key }) =>
      done(world, (change) => addKey(change, source, key, { driverId })),
    )
  },
  'an odometer is read': async (world, drawn) =>
    withOne(held(), drawn >> 3, ({ car }) => {
      // Kilometres are counted between Mondays and hand-overs.
      const at = drawn % 8 < 6 ? mondayAt(drawn) : around(world, drawn)
      const hours = at.since(mondayAt(0)).total('hours')
      const reading = { at, kilometres: 10_000 + Math.round(hours * 5) + (drawn % 50), reason: REASON }
      return done(world, (change) => addReading(change, car, { ...reading, photo: undefined }))
    }),
  'positions say what was driven': async (world, drawn) =>
    withOne(held(), drawn >> 3, ({ car }) => {
      const reading = { at: mondayAt(drawn), kilometres: 10_000 + 900 * (drawn % 3) }
      return done(world, (change) => addEstimate(change, car, reading))
    }),
  'a reading was wrong': async (world, drawn) =>
    withOne(readings(), drawn, ({ id, car }) => done(world, (change) => withdrawReading(change, car, id, REASON))),
  'a goal is set': (world, drawn) => {
    const of = { criterion: 'trips' as const, period: 'week' as const, stacking: 'best' as const }
    const levels = [40, 80].map((threshold, at) => ({ threshold, reward: cents((at + 1) * 10_00) }))
    const goal: Goal = { ...of, from: WEEK, until: null, levels }
    const audience = {
      regimes: drawn % 2 === 0 ? [] : ['rental' as const],
      car: 'any',
      minWeeks: null,
      maxWeeks: null,
      drivers: [],
    } as const
    const named = { name: `Meta ${drawn}`, nameEn: null, audience: { ...audience }, reason: REASON }
    return done(world, (change) => writeGoal(change, { ...goal, ...named }))
  },
  'the company wants something': (world, drawn) => {
    const measure = (['income', 'trips', 'drivers'] as const)[drawn % 3]!
    const goal = { measure, period: drawn % 2 === 0 ? ('week' as const) : ('month' as const), target: 1_000 + drawn }
    return done(world, (change) => setCompanyGoal(change, { ...goal, from: weekAt(world.now), reason: REASON }))
  },
  'a platform tells of orders': async (world, drawn) =>
    withOne(onBolt(), drawn, ({ value }) => {
      const [createdAt, droppedOffAt] = [around(world, drawn), around(world, drawn).add({ minutes: 20 + (drawn % 90) })]
      const times = { createdAt, acceptedAt: createdAt, pickedUpAt: createdAt, droppedOffAt, finishedAt: droppedOffAt }
      const amounts = {
        ride: ZERO,
        net: ZERO,
        tip: ZERO,
        toll: ZERO,
        booking: ZERO,
        cancellation: ZERO,
        commission: ZERO,
      }
      const of = { reference: `${drawn}`, status: 'finished', driver: value, plate: 'ZX11TA', payment: null }
      const person = { id: value, name: `Motorista ${drawn % 3}`, email: '', phone: null, state: 'active' as const }
      const answering = { provider: 'bolt', company: '63530', now: world.now } as const
      return done(world, async ({ tx }) => {
        await saveFetchedDrivers(tx, answering, [{ ...person, takesCash: null, plate: null, reason: null }])
        await saveFetchedOrders(tx, answering, [{ ...of, ...times, cancelledAt: null, metres: 4_000, amounts }])
      })
    }),
  'hours come': (world, drawn) => {
    const driverId = whom(world, drawn)
    const from = Math.floor(around(world, drawn).epochMilliseconds / 1_000)
    const times = {
      line: 2,
      driverId,
      from,
      to: from + (9 + (drawn % 6)) * 3_600,
      activity: 'driving',
      plate: '',
    } as const
    const file = { name: `${drawn}.csv`, bytes: new TextEncoder().encode(`${drawn} ${driverId}`) }
    return done(world, (change) =>
      saveTimes(change, { driverId, file, source: 'Livro', fromDriver: false, lines: [times] }),
    )
  },
  'hours are taken back': async (world, drawn) =>
    withOne(records(), drawn, ({ id }) => done(world, (change) => withdrawTimes(change, id))),
} satisfies Record<string, Make>

export type ChangeName = keyof typeof CHANGES

/** Makes a change, and answers whether it was made; a refused one leaves everything as it was. */
export async function makeNamedChange(name: ChangeName, world: World, drawn: number): Promise<boolean> {
  try {
    await CHANGES[name](world, drawn)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

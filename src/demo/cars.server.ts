import { requireValue } from '#domain/certain.ts'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { isWorkingDay } from '#domain/working-days.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import { recordAccident } from '#features/fleet/accidents/commands.server.ts'
import { accidentRecord } from '#features/fleet/accidents/schema.ts'
import {
  closeFine,
  informDriver,
  makeDocument,
  registerFine,
  sendFine,
  signFine,
} from '#features/fleet/fines/commands.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { sellVehicle } from '#features/fleet/sales/commands.server.ts'
import {
  addCost,
  addJob,
  addRule,
  saveContract,
  savePurchase,
  saveRoadTax,
  saveTitle,
} from '#features/fleet/upkeep/commands.server.ts'
import { beginStay, endStay } from '#features/fleet/workshop-stays/commands.server.ts'
import { findOpenStay } from '#features/fleet/workshop-stays/queries.server.ts'
import { listDueWork } from '#features/fleet/upkeep/queries.server.ts'
import { createVehicle } from '#features/fleet/vehicles/commands.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { planShifts } from './shifts.server.ts'
import { makeChange } from './change.server.ts'
import { addInspections } from './inspections.server.ts'

/** Adds the events of cars, relative to today, so that every demonstration has recent ones. */
export async function addCarEvents(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).execute()
  const world: World = {
    now,
    today: now.toZonedDateTimeISO(ZONE).toPlainDate(),
    car: (plate) => requireValue(new Map(cars.map((car) => [car.plate, car.id])), plate.replaceAll('-', '')),
    driver: (ref) => requireValue(driverIds, ref),
  }
  await receiveFines(world)
  await addUpkeep(world)
  await addInspections(now, world.car)
  await addAccident(world)
  await sellOne(world)
  await planShifts(world)
}

/** Adds costs and owners of cars, and work that is due on one of them. */
async function addUpkeep({ now, today, car, driver }: World): Promise<void> {
  const since = today.subtract({ months: 14 }).toString()
  // Register the car in such a month that its road tax is due soon.
  const roadTaxSoon = today.subtract({ years: 3 }).with({ day: 9 }).toString()
  const slot = { slotNumber: 'AS-0001', slotSince: since, firstRegisteredOn: '2021-05-20' }
  await makeChange('upkeep.title', now, async (change) => {
    await saveTitle(change, car('ZX-44-BS'), { title: 'driver', ownerId: driver('M4'), ...slot })
    const leased = { ownerId: null, slotNumber: '', slotSince: null, firstRegisteredOn: '2022-03-09' }
    await saveTitle(change, car('ZX-12-AD'), { title: 'leasing', ...leased })
    await saveRoadTax(change, car('ZX-12-AD'), { yearly: cents(186_40) })
    await saveTitle(change, car('ZX-50-CN'), { ...leased, title: 'own', firstRegisteredOn: roadTaxSoon })
    await saveRoadTax(change, car('ZX-50-CN'), { yearly: cents(142_76) })
    const price = { boughtOn: today.subtract({ months: 20 }).toString(), price: cents(14_500_00) }
    await savePurchase(change, car('ZX-50-CN'), { ...price, years: 5, worth: cents(5_000_00) })
    await addCost(change, car('ZX-12-AD'), {
      kind: 'finance',
      what: 'Renda do leasing',
      monthly: cents(412_00),
      from: since,
    })
    await addCost(change, car('ZX-12-AD'), { kind: 'insurance', what: 'Seguro', monthly: cents(118_50), from: since })
    await addCost(change, car('ZX-50-CN'), { kind: 'insurance', what: 'Seguro', monthly: cents(109_00), from: since })
    // This car drives more kilometres than agreed, so the extra cost shows before the contract ends.
    await saveContract(change, car('ZX-12-AD'), {
      beginsOn: today.subtract({ months: 26 }).toString(),
      months: 48,
      kilometreLimit: 120_000,
      startKilometres: 5_000,
      beyond: cents(4_50),
      residual: cents(6_200_00),
      includes: [],
    })
  })
  await nameTitles({ now, today, car, driver })
  await readWeekly({ now, today, car, driver })
  await makeChange('upkeep.job', now, async (change) => {
    await addReading(change, car('ZX-12-AD'), { at: now.subtract({ hours: 30 }), kilometres: 96_400, reason: '' })
    await addRule(change, car('ZX-12-AD'), { what: 'Revisão', everyKm: 15_000, everyMonths: 12 })
    await addRule(change, car('ZX-12-AD'), { what: 'Pneus', everyKm: 40_000, everyMonths: null })
    const [service] = await listDueWork(car('ZX-12-AD'), now, change.tx)
    const on = today.subtract({ months: 11 }).toString()
    const done = { workshop: 'Oficina do Cais', paper: undefined, on, inSince: null }
    const rule = service?.id ?? null
    await addJob(change, car('ZX-12-AD'), { what: 'Revisão', rule, kilometres: 81_300, cost: cents(264_90), ...done })
  })
  await stayOneNight({ now, today, car, driver })
}

/** A car in a workshop for one night, three weeks ago: it has no day between the first and the last, about which a week would ask. */
async function stayOneNight({ today, car }: World): Promise<void> {
  const [since, until] = [today.subtract({ days: 21 }), today.subtract({ days: 20 })]
  const stay = { workshop: 'Oficina do Cais', why: 'Barulho nos travões', expectedOn: until.toString() }
  await makeChange('upkeep.stay', atHour(since, 9), (change) =>
    beginStay(change, car('ZX-12-AD'), { since: since.toString(), ...stay }),
  )
  await makeChange('upkeep.end-stay', atHour(until, 17), async (change) => {
    const open = await findOpenStay(car('ZX-12-AD'), change.tx)
    if (open) await endStay(change, car('ZX-12-AD'), { stay: open.id, until: until.toString() })
  })
}

type Hired = {
  plate: string
  title: 'leasing' | 'renting' | 'rent'
  monthly: number
  insurance?: number
  roadTax?: number
  /** Number of months since the contract began. */
  contract?: { begun: number; months: number; limit: number; beyond: number; isWhole: boolean }
  read?: number
}

/** Four hired cars: one with everything included, one that uses its kilometres early, one that stands still, and one with a cost missing. */
const HIRED: readonly Hired[] = [
  {
    plate: 'ZX-58-MP',
    title: 'renting',
    monthly: 565_00,
    contract: { begun: 16, months: 36, limit: 150_000, beyond: 6_50, isWhole: true },
  },
  { plate: 'ZX-31-AT', title: 'renting', monthly: 690_00, insurance: 131_00 },
  {
    plate: 'ZX-83-HS',
    title: 'leasing',
    monthly: 820_00,
    insurance: 140_00,
    roadTax: 161_30,
    contract: { begun: 22, months: 36, limit: 150_000, beyond: 12_00, isWhole: false },
    read: 118_500,
  },
  {
    plate: 'ZX-16-TF',
    title: 'leasing',
    monthly: 398_00,
    insurance: 115_00,
    roadTax: 163_90,
    contract: { begun: 40, months: 48, limit: 180_000, beyond: 5_00, isWhole: false },
  },
  { plate: 'ZX-07-SV', title: 'rent', monthly: 890_00 },
]
/** Cars whose kilometres are read every week: the odometer now, and the kilometres of a week. */
const READ_WEEKLY = { 'ZX-31-AT': [61_400, 980], 'ZX-61-DP': [142_050, 1_150], 'ZX-07-SV': [88_430, 1_020] } as const
const WEEKS_READ = 13

/** Drivers' own cars with their drivers, in the order of their slots. */
const OWN = { 'ZX-72-FR': 'M7', 'ZX-84-HM': 'M9', 'ZX-90-OM': 'M10', 'ZX-95-SB': 'M12' } as const

async function readWeekly({ now, car }: World): Promise<void> {
  for (const [plate, [kilometres, week]] of Object.entries(READ_WEEKLY))
    await makeChange('vehicle.add-reading', now, async (change) => {
      for (let back = WEEKS_READ; back >= 0; back--) {
        // Make weeks differ a little.
        const uneven = (back % 3) * 37
        await addReading(change, car(plate), {
          at: now.subtract({ hours: back * 7 * 24 + 9 }),
          kilometres: kilometres - back * week - uneven,
          reason: '',
        })
      }
    })
}

/** Adds the owner and the costs of every other car. */
async function nameTitles({ now, today, car, driver }: World): Promise<void> {
  const since = today.subtract({ months: 14 }).toString()
  const first = { firstRegisteredOn: today.subtract({ years: 3 }).add({ months: 5 }).toString() }
  const nobodys = { ownerId: null, slotNumber: '', slotSince: null, ...first }
  await makeChange('upkeep.title', now, async (change) => {
    for (const [place, [plate, ref]] of Object.entries(OWN).entries()) {
      const slot = { ownerId: driver(ref), slotNumber: `AS-000${place + 2}`, slotSince: since, ...first }
      await saveTitle(change, car(plate), { title: 'driver', ...slot })
    }
    await saveTitle(change, car('ZX-61-DP'), { title: 'own', ...nobodys })
    const bought = { boughtOn: today.subtract({ months: 30 }).toString(), price: cents(21_900_00) }
    await savePurchase(change, car('ZX-61-DP'), { ...bought, years: 6, worth: cents(7_500_00) })
    await saveRoadTax(change, car('ZX-61-DP'), { yearly: cents(163_90) })
    await addCost(change, car('ZX-61-DP'), { kind: 'insurance', what: 'Seguro', monthly: cents(124_00), from: since })
    const tyres = {
      inSince: today.subtract({ days: 35 }).toString(),
      on: today.subtract({ days: 33 }).toString(),
      workshop: 'Oficina do Cais',
      paper: undefined,
    }
    await addJob(change, car('ZX-61-DP'), {
      what: 'Pneus',
      rule: null,
      kilometres: null,
      cost: cents(312_00),
      ...tyres,
    })
  })
  for (const { plate, title, monthly, insurance, roadTax, contract, read } of HIRED)
    await makeChange('upkeep.contract', now, async (change) => {
      const what = title === 'leasing' ? 'Renda do leasing' : 'Renda mensal'
      await saveTitle(change, car(plate), { title, ...nobodys })
      await addCost(change, car(plate), { kind: 'finance', what, monthly: cents(monthly), from: since })
      if (insurance !== undefined)
        await addCost(change, car(plate), {
          kind: 'insurance',
          what: 'Seguro',
          monthly: cents(insurance),
          from: since,
        })
      if (roadTax !== undefined) await saveRoadTax(change, car(plate), { yearly: cents(roadTax) })
      if (contract)
        await saveContract(change, car(plate), {
          beginsOn: today.subtract({ months: contract.begun }).toString(),
          months: contract.months,
          kilometreLimit: contract.limit,
          startKilometres: 20,
          beyond: cents(contract.beyond),
          residual: null,
          includes: contract.isWhole ? ['insurance', 'tax', 'upkeep'] : [],
        })
      if (read !== undefined)
        await addReading(change, car(plate), { at: now.subtract({ hours: 40 }), kilometres: read, reason: '' })
    })
}

/** Adds a car that was bought, owned for three years and sold; the difference is its loss of value. */
async function sellOne({ today, now }: World): Promise<void> {
  const [bought, sold] = [today.subtract({ years: 3, months: 2 }), today.subtract({ days: 40 })]
  const car = await makeChange('vehicle.create', atHour(bought, 10), (change) =>
    createVehicle(change, {
      ...vehicleRecord.nothing,
      plate: 'ZX40SD',
      make: 'Renault',
      model: 'Zoe',
      year: bought.year - 1,
      energy: 'electric' as const,
      rent: cents(210_00),
    }),
  )
  const own = { ownerId: null, slotNumber: '', slotSince: null }
  await makeChange('upkeep.title', atHour(bought, 11), (change) =>
    saveTitle(change, car, { title: 'own', ...own, firstRegisteredOn: bought.subtract({ months: 9 }).toString() }),
  )
  await makeChange('upkeep.purchase', atHour(bought, 11), (change) =>
    savePurchase(change, car, {
      boughtOn: bought.toString(),
      price: cents(16_900_00),
      years: 4,
      worth: cents(6_000_00),
    }),
  )
  await makeChange('sale.record', now, (change) =>
    sellVehicle(change, car, {
      way: 'sold' as const,
      leftOn: sold.toString(),
      buyer: 'Stand do Cais',
      price: cents(8_750_00),
      kilometres: 148_300,
      paper: undefined,
    }),
  )
}

/** Adds an accident that nobody has reported to the insurer yet. */
async function addAccident({ today, car }: World): Promise<void> {
  const happened = atHour(today.subtract({ days: 3 }), 19)
  await makeChange('accident.record', happened.add({ hours: 2 }), (change) =>
    recordAccident(change, car('ZX-12-AD'), {
      ...accidentRecord.nothing,
      happenedAt: happened,
      form: undefined,
      place: 'Rotunda do Relógio, Lisboa',
      injured: 'no',
      amicable: 'signed',
      account: 'Toque por trás, parado no semáforo.',
      otherPlate: 'ZX-01-ZZ',
      otherInsurer: 'Seguros de Exemplo',
    }),
  )
}

type World = {
  now: Temporal.Instant
  today: Temporal.PlainDate
  car: (plate: string) => string
  driver: (ref: string) => string
}

/** Registers three fines: one answered, one whose term ends soon, and one that has just arrived. */
async function receiveFines({ today, now, car }: World): Promise<void> {
  const sent = workingDaysAgo(today, 20)
  const first = await register(sent, {
    number: '900000001',
    vehicleId: car('ZX-50-CN'),
    amount: cents(120_00),
    offence: 'Excesso de velocidade',
    place: 'A5, km 12, sentido Lisboa',
    happened: { daysBefore: 12, hour: 18, minute: 42 },
  })
  const later = atHour(sent.add({ days: 1 }), 11)
  await makeChange('fine.inform', later, (change) => informDriver(change, first))
  await makeChange('fine.make', later, (change) =>
    makeDocument(change, first, {
      address: 'Rua de Exemplo, 12, 2800-000 Almada',
      idKind: 'citizen-card',
      idNumber: '00000000 0 ZX0',
      idIssuedOn: null,
      idValidUntil: '2031-05-20',
      idIssuer: null,
      licenceNumber: 'L-00000000',
      licenceIssuer: 'IMT, I.P.',
    }),
  )
  await makeChange('fine.sign', later, (change) => signFine(change, first, { signedBy: 'Helena Matos' }))
  await makeChange('fine.send', later, (change) =>
    sendFine(change, first, { sentOn: sent.add({ days: 1 }).toString(), sentWay: 'portal' }),
  )
  const pressing = workingDaysAgo(today, 12)
  const second = await register(pressing, {
    number: '900000002',
    vehicleId: car('ZX-12-AD'),
    amount: cents(30_00),
    offence: 'Estacionamento proibido',
    place: 'Avenida da República, Lisboa',
    happened: { daysBefore: 9, hour: 9, minute: 7 },
  })
  await makeChange('fine.inform', atHour(pressing.add({ days: 1 }), 11), (change) => informDriver(change, second))
  // The car was in Lisbon at that moment, and its positions show it.
  await register(workingDaysAgo(today, 1), {
    number: '900000004',
    vehicleId: car('ZX-12-AD'),
    amount: cents(60_00),
    offence: 'Excesso de velocidade',
    place: 'Setúbal',
    happened: { daysBefore: 1, hour: 20, minute: 15 },
  })
  const paid = await register(workingDaysAgo(today, 8), {
    number: 'EM0000017',
    body: 'municipal',
    authority: 'EMEL',
    vehicleId: car('ZX-95-SB'),
    amount: cents(15_50),
    place: 'Rua do Ouro, Lisboa',
    offence: 'Sem título de estacionamento',
    happened: { daysBefore: 2, hour: 13, minute: 25 },
  })
  await makeChange('fine.close', now, (change) => closeFine(change, paid, 'A motorista pagou logo no balcão'))
  await register(workingDaysAgo(today, 1), {
    number: '900000003',
    vehicleId: car('ZX-58-MP'),
    amount: null,
    offence: '',
    place: 'EN 10, Corroios',
    happened: { daysBefore: 8, hour: 22, minute: 16 },
  })
}

type Fine = {
  number: string
  body?: 'municipal'
  authority?: string
  vehicleId: string
  place: string
  offence: string
  amount: ReturnType<typeof cents> | null
  happened: { daysBefore: number; hour: number; minute: number }
}

function register(notified: Temporal.PlainDate, { happened, ...fine }: Fine): Promise<string> {
  const { daysBefore, ...clock } = happened
  return makeChange('fine.register', atHour(notified, 10), (change) =>
    registerFine(change, {
      body: 'ansr' as const,
      authority: '',
      notice: undefined,
      ...fine,
      committedAt: lisbon(notified.subtract({ days: daysBefore }).toPlainDateTime(clock)),
      notifiedOn: notified.toString(),
    }),
  )
}

function atHour(day: Temporal.PlainDate, hour: number): Temporal.Instant {
  return lisbon(day.toPlainDateTime({ hour }))
}

/** Counts back a number of working days; the result is a working day. */
function workingDaysAgo(today: Temporal.PlainDate, count: number): Temporal.PlainDate {
  let day = today
  for (let left = count; left > 0;) {
    day = day.subtract({ days: 1 })
    if (isWorkingDay(day)) left -= 1
  }
  return day
}

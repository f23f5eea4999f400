import { type Week, ZONE, isoWeek, monday, nextWeek, weekAt } from '#domain/week.ts'
import { COMPANY, DRIVERS, LEAVER, type DemoDriver, email, phone, uuid } from '../fleet.ts'
import { boltWeeks } from '../bolt-files.ts'
import type { ServiceCompany, ServiceOrder, ServiceState } from './bolt-service.ts'

/** Credentials that only the local imitation of Bolt accepts. */
export const DEMO_BOLT = { id: 'demonstracao-cais-do-volante', secret: 'so-para-a-demonstracao' }

/** The driver whose cash trips the office switched off, and the driver whom Bolt has blocked. */
export const WITHOUT_CASH = 'M11'
const BLOCKED = 'M9'

const FLEET: readonly DemoDriver[] = [...DRIVERS, LEAVER]

/** The invented fleet for the imitation of Bolt: the orders of a week add up to the file of that week. */
export const DEMO_COMPANY: ServiceCompany = {
  id: 900_001,
  name: COMPANY.name,
  drivers: FLEET.filter(({ bolt }) => bolt !== null).map((driver) => {
    const [first = '', ...last] = (driver.bolt ?? '').split(' ')
    return {
      driver_uuid: uuid('bolt', driver),
      first_name: first,
      last_name: last.join(' '),
      email: email(driver),
      phone: phone(driver),
      state: driver === LEAVER ? 'deactivated' : driver.ref === BLOCKED ? 'suspended' : 'active',
      has_cash_payment: driver.ref !== WITHOUT_CASH,
      active_vehicle: { reg_number: driver.car.plate },
      suspension_reason: driver.ref === BLOCKED ? 'Documents expired' : null,
    }
  }),
  vehicles: FLEET.map((driver) => ({
    uuid: uuid('car', driver),
    reg_number: driver.car.plate,
    model: `${driver.car.make} ${driver.car.model}`,
    state: 'active',
  })),
  orders: (from, to) => weeksOf(from, to).flatMap((week) => answersOf(week).orders.filter(isOver)),
  states: (from, to) =>
    weeksOf(from, to).flatMap((week) => answersOf(week).states.filter(({ created }) => created <= now())),
}

const now = () => Math.floor(Date.now() / 1_000)
const isOver = ({ order_finished_timestamp: at }: ServiceOrder) => at !== null && at <= now()

const known = new Map<Week, { orders: ServiceOrder[]; states: ServiceState[] }>()

function answersOf(week: Week) {
  const answers = known.get(week) ?? inventWeek(week)
  known.set(week, answers)
  return answers
}

function weeksOf(from: number, to: number): Week[] {
  const weekOf = (seconds: number) => weekAt(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000))
  const weeks: Week[] = []
  for (let week = weekOf(from); week <= weekOf(to); week = nextWeek(week)) weeks.push(week)
  return weeks
}

/** Cents of a tip that a passenger gives after the file is out, every third week; that week then has a question. */
const LATE_TIP = 120

function inventWeek(week: Week): { orders: ServiceOrder[]; states: ServiceState[] } {
  const orders: ServiceOrder[] = []
  const states: ServiceState[] = []
  for (const { driver, bolt, trips, minutes, metres, begins } of boltWeeks(week, DRIVERS)) {
    const place = Number(driver.ref.slice(1))
    const rides = sharesOf(bolt.app + bolt.cash, trips)
    const commissions = sharesOf(bolt.commission, trips)
    const far = sharesOf(metres, trips)
    const tipped = Math.max(1, Math.floor(trips / 4))
    const tips = sharesOf(bolt.tip, tipped)
    const tolled = Math.max(1, Math.floor(trips / 6))
    const tolls = sharesOf(bolt.tolls, tolled)
    const cashTrips = Math.round((trips * bolt.cash) / Math.max(1, bolt.app + bolt.cash))
    const who = { driver_uuid: uuid('bolt', driver), vehicle_uuid: uuid('car', driver) }
    const days = [0, 1, 2, 3, 4, 5]
    const perDay = Math.ceil(trips / days.length)
    for (const day of days) {
      const own = Array.from({ length: perDay }, (_, at) => day * perDay + at).filter((at) => at < trips)
      if (own.length === 0) continue
      const start = secondsOf(week, day, begins + 7, place * 3)
      const pace = Math.round((minutes * 60) / trips)
      states.push({ ...who, state: 'waiting_orders', created: start })
      for (const [turn, at] of own.entries()) {
        const created = start + turn * pace + 90 + ((at * 37) % 120)
        const accepted = created + 15
        const pickedUp = accepted + 240
        const droppedOff = pickedUp + Math.min(pace - 480, 540 + ((at * 53) % 300))
        const tip = tips[at % 4 === 0 ? at / 4 : -1] ?? 0
        const toll = tolls[at % 6 === 0 ? at / 6 : -1] ?? 0
        const isLate = driver.ref === 'M8' && at === 1 && isoWeek(week).number % 3 === 0
        const late = isLate ? LATE_TIP : 0
        const [ride = 0, commission = 0] = [rides[at], commissions[at]]
        orders.push({
          order_reference: Buffer.from(`${week}-${driver.ref}-${at}-1`).toString('base64'),
          order_status: 'finished',
          driver_uuid: who.driver_uuid,
          driver_name: driver.bolt ?? '',
          driver_phone: phone(driver),
          vehicle_license_plate: driver.car.plate,
          vehicle_model: `${driver.car.make} ${driver.car.model}`,
          payment_method: at < cashTrips ? 'cash' : 'app_payment',
          order_created_timestamp: created,
          order_accepted_timestamp: accepted,
          order_pickup_timestamp: pickedUp,
          order_drop_off_timestamp: droppedOff,
          order_finished_timestamp: droppedOff + 20,
          order_cancelled_timestamp: null,
          payment_confirmed_timestamp: droppedOff + 60,
          reviewed: droppedOff + 60,
          ride_distance: far[at] ?? 0,
          order_price: {
            ride_price: ride / 100,
            booking_fee: 0,
            toll_fee: toll / 100,
            cancellation_fee: 0,
            tip: (tip + late) / 100,
            commission: commission / 100,
            net_earnings: (ride + toll + tip + late - commission) / 100,
          },
        })
        states.push({ ...who, state: 'has_order', created: accepted })
        states.push({ ...who, state: 'waiting_orders', created: droppedOff })
      }
      states.push({ ...who, state: 'inactive', created: start + own.length * pace + 300 })
    }
  }
  return { orders, states }
}

/** Splits a sum into a number of unequal parts. */
function sharesOf(whole: number, parts: number): number[] {
  const weights = Array.from({ length: parts }, (_, at) => 7 + ((at * 5) % 9))
  const all = weights.reduce((soFar, weight) => soFar + weight, 0)
  const shares = weights.map((weight) => Math.floor((whole * weight) / all))
  const rest = whole - shares.reduce((soFar, share) => soFar + share, 0)
  return shares.map((share, at) => share + (at < rest ? 1 : 0))
}

function secondsOf(week: Week, day: number, hour: number, minute: number): number {
  const at = monday(week)
    .add({ days: day })
    .toPlainDateTime()
    .add({ hours: hour, minutes: minute })
    .toZonedDateTime(ZONE)
  return Math.floor(at.epochMilliseconds / 1_000)
}

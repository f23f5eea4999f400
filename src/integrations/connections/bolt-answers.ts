import { z } from 'zod'
import { type Cents, cents } from '#domain/money.ts'
import { sha256 } from '#platform/hash.ts'

/** Kept facts of one order of Bolt: no address, name, phone or place of a passenger. Amounts in cents. */
export type BoltOrder = {
  reference: string
  status: string
  driver: string | null
  /** Plate in letters and digits. */
  plate: string | null
  payment: string | null
  createdAt: Temporal.Instant
  acceptedAt: Temporal.Instant | null
  pickedUpAt: Temporal.Instant | null
  droppedOffAt: Temporal.Instant | null
  finishedAt: Temporal.Instant | null
  cancelledAt: Temporal.Instant | null
  /** Metres driven with the passenger. */
  metres: number | null
  amounts: Readonly<Record<OrderAmount, Cents>>
}

/** Amounts of an order, by our names. */
export const ORDER_AMOUNTS = ['ride', 'booking', 'toll', 'cancellation', 'tip', 'commission', 'net'] as const
export type OrderAmount = (typeof ORDER_AMOUNTS)[number]

/** A driver as a platform knows them. */
export type PlatformDriver = {
  id: string
  name: string
  email: string | null
  phone: string | null
  /** State in the platform's own words: `active`, `blocked` or `deactivated` on Bolt, `ONBOARDING_STATUS_ACTIVE`… on Uber. */
  state: string
  /** Whether the driver gets cash trips; then the plate of the current car, and why the driver is stopped; `null` where unknown. */
  takesCash: boolean | null
  plate: string | null
  reason: string | null
}

export type BoltVehicle = { id: string; plate: string; state: string; reason: string | null }

/** State of a driver's app from a moment on: `inactive`, `busy`, `waiting_orders` or `has_order`. */
export type BoltState = { driver: string; vehicle: string | null; state: string; at: Temporal.Instant }

/** A row of an answer that cannot be read: its id, the field that was wrong, and a key that tells it from others. */
export type UnreadRow = { of: string; field: string; key: string }

/** Rows read from a list, and those that could not be read. */
export type ReadRows<Row> = { rows: Row[]; unread: UnreadRow[] }

const id = z.string().min(1).max(200)
const word = z.string().max(200)
/** Whole seconds since 1970; 0 is how some services say nothing. */
const moment = z
  .number()
  .int()
  .min(0)
  .max(32_503_680_000)
  .nullish()
  .transform((seconds) => (seconds ? Temporal.Instant.fromEpochMilliseconds(seconds * 1_000) : null))
const knownMoment = moment.refine((at) => at !== null)

/** Euros with at most two decimals, read exactly or not at all. An absent amount is 0. */
const money = z
  .union([z.string(), z.number().int()])
  .nullish()
  .transform((written) => String(written ?? 0))
  .refine((written) => /^-?\d{1,9}(\.\d{1,2}0*)?$/.test(written))
  .transform((written) => {
    const [, sign, euros = '0', decimals = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?/.exec(written) ?? []
    const amount = Number(euros) * 100 + Number(decimals.padEnd(2, '0'))
    return cents(sign === '-' ? 0 - amount : amount)
  })

const plate = word.nullish().transform((written) => written?.toUpperCase().replaceAll(/[^A-Z0-9]/g, '') || null)
/** Metres, which may come with decimals. */
const metres = z
  .union([z.number(), z.string().regex(/^\d{1,7}(\.\d+)?$/)])
  .nullish()
  .transform((far) => (far === null || far === undefined ? null : Math.round(Number(far))))
  .refine((far) => far === null || (far >= 0 && far < 10_000_000))

const order = z
  .object({
    order_reference: id,
    order_status: word,
    driver_uuid: word.nullish(),
    vehicle_license_plate: plate,
    payment_method: word.nullish(),
    order_created_timestamp: knownMoment,
    order_accepted_timestamp: moment,
    order_pickup_timestamp: moment,
    order_drop_off_timestamp: moment,
    order_finished_timestamp: moment,
    order_cancelled_timestamp: moment,
    ride_distance: metres,
    order_price: z
      .object({
        ride_price: money,
        booking_fee: money,
        toll_fee: money,
        cancellation_fee: money,
        tip: money,
        commission: money,
        net_earnings: money,
      })
      .nullish(),
  })
  .transform((raw): BoltOrder => ({
    reference: raw.order_reference,
    status: raw.order_status,
    driver: raw.driver_uuid || null,
    plate: raw.vehicle_license_plate,
    payment: raw.payment_method || null,
    createdAt: raw.order_created_timestamp,
    acceptedAt: raw.order_accepted_timestamp,
    pickedUpAt: raw.order_pickup_timestamp,
    droppedOffAt: raw.order_drop_off_timestamp,
    finishedAt: raw.order_finished_timestamp,
    cancelledAt: raw.order_cancelled_timestamp,
    metres: raw.ride_distance,
    amounts: {
      ride: raw.order_price?.ride_price ?? cents(0),
      booking: raw.order_price?.booking_fee ?? cents(0),
      toll: raw.order_price?.toll_fee ?? cents(0),
      cancellation: raw.order_price?.cancellation_fee ?? cents(0),
      tip: raw.order_price?.tip ?? cents(0),
      commission: raw.order_price?.commission ?? cents(0),
      net: raw.order_price?.net_earnings ?? cents(0),
    },
  }))

/** An optional field: one in another form counts as absent. */
const reason = z
  .string()
  .nullish()
  .catch(null)
  .transform((raw) => raw?.trim().slice(0, 200) || null)

const driver = z
  .object({
    driver_uuid: id,
    first_name: word.nullish(),
    last_name: word.nullish(),
    email: word.nullish(),
    phone: word.nullish(),
    state: word.nullish(),
    has_cash_payment: z.boolean().nullish().catch(null),
    active_vehicle: z.object({ reg_number: plate }).nullish().catch(null),
    suspension_reason: reason,
  })
  .transform((raw): PlatformDriver => ({
    id: raw.driver_uuid,
    name: [raw.first_name, raw.last_name].filter(Boolean).join(' '),
    email: raw.email || null,
    phone: raw.phone || null,
    state: raw.state ?? '',
    takesCash: raw.has_cash_payment ?? null,
    plate: raw.active_vehicle?.reg_number ?? null,
    reason: raw.suspension_reason,
  }))

const vehicle = z
  .object({
    uuid: id,
    reg_number: plate.refine((raw) => raw !== null),
    state: word.nullish(),
    suspension_reason: reason,
  })
  .transform((raw): BoltVehicle => ({
    id: raw.uuid,
    plate: raw.reg_number ?? '',
    state: raw.state ?? '',
    reason: raw.suspension_reason,
  }))

const state = z
  .object({ driver_uuid: id, vehicle_uuid: word.nullish(), state: word.min(1), created: knownMoment })
  .transform((raw): BoltState => ({
    driver: raw.driver_uuid,
    vehicle: raw.vehicle_uuid || null,
    state: raw.state,
    at: raw.created,
  }))

/** Makes a reader that reads a list row by row: a row that cannot be read is named by the field `name`, and only that row is left out. */
export function reader<Row>(schema: z.ZodType<Row>, name: string) {
  return (list: readonly unknown[]): ReadRows<Row> => {
    const read: ReadRows<Row> = { rows: [], unread: [] }
    for (const item of list) {
      const row = schema.safeParse(item)
      if (row.success) read.rows.push(row.data)
      else {
        const field = row.error.issues[0]?.path.join('.') ?? ''
        read.unread.push({ of: nameIn(item, name), field, key: sha256(JSON.stringify(item)) })
      }
    }
    return read
  }
}

function nameIn(item: unknown, name: string): string {
  const value = item && typeof item === 'object' ? (item as Record<string, unknown>)[name] : null
  return typeof value === 'string' ? value.slice(0, 80) : '–'
}

export const readOrders = reader(order, 'order_reference')
export const readDrivers = reader(driver, 'driver_uuid')
export const readVehicles = reader(vehicle, 'uuid')
export const readStates = reader(state, 'driver_uuid')

type Source = { source?: string }

/** Reads JSON and keeps numbers with decimals as they are written, so that euros are exact to the cent; `null` for what is no JSON. */
export function readJson(text: string): { value: unknown } | null {
  try {
    // The third argument of a reviver is newer than the types.
    const keep = (_: string, value: unknown, context?: Source) =>
      typeof value === 'number' && !Number.isInteger(value) ? (context?.source ?? String(value)) : value
    return { value: JSON.parse(text, keep) }
  } catch {
    return null
  }
}

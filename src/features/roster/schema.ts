import { firstOf } from '#domain/certain.ts'
import { z } from 'zod'
import { DRIVER_STATUSES } from '#domain/driver.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { ZONE, lisbonBoth } from '#domain/week.ts'
import { cents } from '#domain/money.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import { givenDay, plausibleDay } from '#forms/fields.ts'
import { agreementNames, agreements, name, optional, optionalDay, wholeNumber, word } from './agreements/schema.ts'

/**
 * A moment of the list: on the Lisbon clock unless it says otherwise; a day alone is its first minute; `null` is open. A time that
 * comes twice says which by its offset (`+01:00`, `+00:00`).
 */
const moment = optional.transform((text, ctx) => {
  if (text === null) return null
  const read = readMoment(text)
  if (read === 'twice') ctx.addIssue({ code: 'custom', message: 'twice' })
  else if (read === null) ctx.addIssue({ code: 'custom', message: 'moment' })
  else if (plausibleDay(read.toZonedDateTimeISO(ZONE).toPlainDate().toString(), 'fleet', ctx)) return read
  return z.NEVER
})

function readMoment(text: string): Temporal.Instant | 'twice' | null {
  try {
    if (/(?:Z|[+-]\d{2}:?\d{2})$/i.test(text) && text.includes('T')) return Temporal.Instant.from(text)
    const both = lisbonBoth(Temporal.PlainDateTime.from(text, { overflow: 'reject' }))
    return both && !both.first.equals(both.second) ? 'twice' : (both?.first ?? null)
  } catch {
    return null
  }
}

const company = z.object({
  name: word,
  nipc: z.union([optional, z.number().transform(String)]),
  uber_org_uuid: z.guid().nullish(),
  bolt_companies: z.array(name).nullish(),
  via_verde_contracts: z.array(name).nullish(),
  debtor_iban: optional,
})

// A list names a driver by `id`: another `ref` beside it would be a second name.
const ofDriver: object = Object.fromEntries(Object.entries(driverRecord.listed).filter(([field]) => field !== 'ref'))

const driver = z.object({
  ...ofDriver,
  id: name,
  name: word,
  email: optional,
  phone: z.union([optional, z.number().transform(String)]),
  nif: z.union([optional, z.number().transform(String)]),
  iban: optional,
  iban_holder: optional,
  status: z.enum(DRIVER_STATUSES).nullish(),
  started_on: optionalDay,
  ended_on: optionalDay,
  uber_driver_uuid: optional,
  bolt_driver_uuid: optional,
  bolt_individual_uuid: optional,
})

const vehicle = z.object({
  ...vehicleRecord.listed,
  plate: word,
  fuel: optional,
  via_verde_obu: z.union([optional, z.number().transform(String)]),
  via_verde_iai: z.union([optional, z.number().transform(String)]),
  prio_fuel_card: optional,
  prio_electric_card: optional,
})

const assignment = z
  .object({ driver: name, plate: word, from: moment, to: moment })
  .refine(({ from, to }) => !from || !to || Temporal.Instant.compare(from, to) < 0, { path: ['to'] })

/** Work that was done on a car; a day and whole cents. */
const maintenance = z.object({
  plate: word,
  what: word.max(80),
  on: givenDay(),
  kilometres: wholeNumber(0, 2_000_000).nullish(),
  cost_cents: z.number().int().min(0).max(100_000_000).default(0).transform(cents),
  workshop: z.string().trim().max(80).default(''),
})

/** A document that exists already: of a driver, of a car or, with neither, of the operator. Its file is not in a list. */
const paper = z
  .object({
    driver: name.nullish(),
    plate: optional,
    kind: word,
    number: z.union([optional, z.number().transform(String)]),
    issued_on: optionalDay,
    expires_on: optionalDay,
  })
  .refine((listed) => !listed.driver || !listed.plate, { path: ['plate'] })
  .refine(({ issued_on, expires_on }) => !issued_on || !expires_on || issued_on <= expires_on, { path: ['expires_on'] })

const roster = z.object({
  company: company.nullish(),
  // The one clock the product knows; a list of another zone would be read wrongly.
  timezone: z.literal(ZONE).nullish(),
  week: z.unknown().optional(),
  drivers: z.array(driver),
  vehicles: z.array(vehicle).default([]),
  assignments: z.array(assignment).default([]),
  ...agreements,
  maintenance: z.array(maintenance).default([]),
  papers: z.array(paper).default([]),
})

export type Roster = z.output<typeof roster>
export type RosterDriver = Roster['drivers'][number]
export type RosterVehicle = Roster['vehicles'][number]

/** Refusals for values that are read but cannot be meant so: for a day with the years allowed, for a moment with the way to choose one of two. */
const REFUSALS: ReadonlyMap<string, RefusalCode> = new Map([
  ['twice', 'roster.twice'],
  ['field.day-fleet', 'roster.day-fleet'],
  ['field.day-kept', 'roster.day-kept'],
])

/**
 * Understands a list of a fleet. Refuses `roster.unreadable`, `roster.twice`, `roster.day-fleet` and `roster.day-kept` with the place and
 * what stands there. Names that mean
 * nothing here are answered beside it, so that nothing is dropped in silence.
 */
export function readRoster(list: unknown): { roster: Roster; unknown: string[] } {
  const read = roster.safeParse(list)
  if (!read.success) {
    const { path, message } = firstOf(read.error.issues)
    const code = REFUSALS.get(message) ?? 'roster.unreadable'
    throw new Refusal(code, { path: path.join('.') || '·', found: valueAt(list, path) })
  }
  return { roster: read.data, unknown: unknownNames(list) }
}

function valueAt(list: unknown, path: readonly PropertyKey[]): string {
  let node = list
  for (const step of path) node = typeof node === 'object' && node !== null ? Reflect.get(node, step) : undefined
  return (JSON.stringify(node) ?? '∅').slice(0, 80)
}

/** Names of the list that no field has, each once: `drivers.nickname`. */
function unknownNames(list: unknown): string[] {
  const names = new Set<string>()
  const look = (node: unknown, shape: z.ZodRawShape, path: string) => {
    if (typeof node !== 'object' || node === null) return
    for (const key of Object.keys(node)) if (!Object.hasOwn(shape, key)) names.add(path + key)
  }
  const part = (key: string): unknown =>
    typeof list === 'object' && list !== null ? Reflect.get(list, key) : undefined
  const each = (key: string, shape: z.ZodRawShape) => {
    const items = part(key)
    if (Array.isArray(items)) for (const item of items) look(item, shape, `${key}.`)
  }
  look(list, roster.shape, '')
  look(part('company'), company.shape, 'company.')
  each('drivers', driver.shape)
  each('vehicles', vehicle.shape)
  for (const [key, shape] of Object.entries(agreementNames)) each(key, shape)
  each('assignments', assignment.shape)
  each('maintenance', maintenance.shape)
  each('papers', paper.shape)
  return [...names].toSorted()
}

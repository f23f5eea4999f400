import { z } from 'zod'
import { type ListedProblem, WHOLE_LIST_PROBLEMS } from '#domain/listed.ts'
import type { CarTitle } from '#domain/vehicle.ts'
import { listText } from '#features/roster/spreadsheets/schema.ts'

/** Most cars in a list. */
export const MAX_CARS = 1_000

export const CAR_LIST_PROBLEMS = [
  ...WHOLE_LIST_PROBLEMS,
  'letters-lost',
  'plate-missing',
  'plate-impossible',
  'plate-twice',
  'number-shortened',
  'energy-unknown',
  'status-unknown',
  'title-unknown',
  'title-missing',
  'title-of-driver',
  'sold-new',
  'day-unread',
  'paper-end-missing',
] as const
/** Why a list, or one line of it, is not taken in; `field.…` is what the form of the car would say of the cell. */
export type CarListProblem = ListedProblem<(typeof CAR_LIST_PROBLEMS)[number] | `field.${string}`>

/**
 * What a line says of a car, under the list's own heading; `from` is what the record says instead. Amounts are cents and
 * days `2026-06-01`, as text.
 */
export type CarListChange = { field: string; heading: string; to: string; from: string | null }

export const CAR_LIST_WARNINGS = [
  'plate-unusual',
  'sold',
  'sell-there',
  'title-stays',
  'paper-shorter',
  'number-stays',
] as const
/** Worth a look: what is kept as it is written, or stays as the record has it whatever is chosen. */
export type CarListWarning = {
  code: (typeof CAR_LIST_WARNINGS)[number]
  field: string
  heading: string
  found: string
}

/** One line of the list: a new car, or one of the fleet with what is filled in and what differs. */
export type CarListLine = {
  line: number
  plate: string
  /** The car of the fleet; `null` for a new one. */
  vehicleId: string | null
  fills: readonly CarListChange[]
  differs: readonly CarListChange[]
  warnings: readonly CarListWarning[]
}

export type CarListProposal = {
  /** What is understood, and taken in after one look; with none, nothing of the list is. */
  lines: readonly CarListLine[]
  /** Lines that stay out until they are corrected, by their numbers. */
  left: readonly number[]
  problems: readonly CarListProblem[]
  unused: readonly string[]
  unnamed: readonly string[]
  /** Lines that are sums and no car. */
  sums: readonly number[]
  /** A hash of what the list would do, so that nothing else is done. */
  fingerprint: string
}

/** What counts where the list says something else than the record. */
export const DIFFERENCES = ['keep', 'list'] as const

/** The list again, what it was seen to do, and what counts where it differs. */
export const takeCarListInput = z.object({
  text: listText,
  fingerprint: z.string().default(''),
  differences: z.enum(DIFFERENCES).default('keep'),
})
export type TakeCarListInput = z.output<typeof takeCarListInput>

const keptTitle = z.object({ title: z.string(), firstRegisteredOn: z.string().nullable() })
/**
 * What a list did to a car, for taking it back: whether it created it, the version of its record since, and what the
 * record and the title said before; `null` where it changed nothing of that.
 */
export const takenCars = z.array(
  z.object({
    vehicleId: z.guid(),
    plate: z.string(),
    isNew: z.boolean(),
    version: z.number(),
    record: z.record(z.string(), z.unknown()).nullable(),
    title: z.object({ before: keptTitle.nullable(), after: keptTitle }).nullable(),
  }),
)
export type TakenCar = z.output<typeof takenCars>[number]
export type KeptTitle = { title: CarTitle; firstRegisteredOn: string | null }

/** A list that was taken in, as its page shows it. Moments are text. */
export type TakenList = {
  id: string
  at: string
  by: string | null
  created: readonly { id: string; plate: string }[]
  changed: readonly { id: string; plate: string }[]
  papers: number
  undone: { at: string; by: string | null } | null
}

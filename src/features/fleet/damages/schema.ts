import { z } from 'zod'
import { DAMAGE_CAUSES, type DamageCause } from '#domain/accident.ts'
import type { DriverName } from '#domain/driver.ts'
import type { DamageType, Part, Severity } from '#domain/inspection.ts'
import type { Cents } from '#domain/money.ts'
import { money, reason } from '#forms/fields.ts'

export type DamageState = 'noted' | 'proposed' | 'contested' | 'settled'

/** What is said of a damage: its state or, while that is the newest word, that somebody pays for it. */
export type DamageWord = DamageState | 'charged'

/** A damage as its pages show it. Moments are text. */
export type DamageView = {
  id: string
  vehicle: { id: string; plate: string }
  inspectionId: string
  foundAt: string
  type: DamageType
  part: Part
  x: number
  y: number
  severity: Severity
  isNew: boolean
  note: string
  hasPhoto: boolean
  driver: DriverName | null
  /** Who answers for it, once somebody said. */
  cause: DamageCause | null
  accidentId: string | null
  state: DamageState
  /** A charge of it counts and is on an approved statement, or is a debt that a plan takes. */
  isCharged: boolean
  estimate: Cents | null
  estimatePaper: string | null
  invoice: Cents | null
  invoicePaper: string | null
  proposedAt: string | null
  contestedAt: string | null
  contestedWords: string | null
  answer: string
  /** Why nothing is left to do, once that is so. */
  settledReason: string | null
}

/** What every page says of it. */
export function damageWord({ state, isCharged }: Pick<DamageView, 'state' | 'isCharged'>): DamageWord {
  return state === 'proposed' && isCharged ? 'charged' : state
}

export const DAMAGE_PAPERS = ['estimate', 'invoice'] as const
export type DamagePaper = (typeof DAMAGE_PAPERS)[number]

const cost = money().refine((amount) => amount > 0, 'field.money')
const paper = z.instanceof(File).optional()

/** What is answered to a driver who contests a damage, and why nothing is left to do. */
export const damageReason = reason(300)

/** What the office does with a damage. */
export const damageAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('propose'), driverId: z.guid('field.choice'), amount: cost, paper }),
  z.object({ intent: z.literal('invoice'), amount: cost, paper }),
  z.object({ intent: z.literal('answer'), reason: damageReason }),
  z.object({ intent: z.literal('settle'), reason: damageReason }),
  z.object({ intent: z.literal('reopen') }),
  z.object({
    intent: z.literal('blame'),
    cause: z
      .union([z.enum(DAMAGE_CAUSES), z.literal('')])
      .default('')
      .transform((one) => one || null),
    accidentId: z
      .union([z.guid(), z.literal('')])
      .default('')
      .transform((one) => one || null),
  }),
])
export type DamageAct = z.output<typeof damageAct>

/** A driver says why it was otherwise. */
export const contestInput = z.object({ damage: z.guid('field.invalid'), words: reason(500) })

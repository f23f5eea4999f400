import type { PaperSignature } from '#domain/pdf-signature.ts'
import { z } from 'zod'
import { DAMAGE_CAUSES, type DamageCause } from '#domain/accident.ts'
import type { DriverName } from '#domain/driver.ts'
import type { DamageType, Part, Severity } from '#domain/inspection.ts'
import type { Cents } from '#domain/money.ts'
import { choiceOrNone, money, paper, reason, reference, referenceOrNone } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export type DamageState = 'noted' | 'proposed' | 'contested' | 'settled'

/** The state shown for a damage: its own state or, if that is newer, `charged` because somebody pays for it. */
export type DamageWord = DamageState | 'charged'

/** A damage as its pages show it. Moments are text. */
export type DamageView = {
  id: string
  vehicle: { id: string; plate: string }
  /** The inspection that found the damage, otherwise the confirmed report of a driver. */
  inspectionId: string | null
  reportId: string | null
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
  /** The cause, once somebody has entered it. */
  cause: DamageCause | null
  accidentId: string | null
  state: DamageState
  /** Whether a charge for the damage counts: on an approved statement, or as a debt in a plan. */
  isCharged: boolean
  estimate: Cents | null
  estimatePaper: string | null
  invoice: Cents | null
  invoicePaper: string | null
  /** The result of checking the signatures of the invoice; `null` without an invoice, or when it was not checked. */
  invoiceSignature: PaperSignature | null
  proposedAt: string | null
  contestedAt: string | null
  contestedWords: string | null
  answer: string
  /** The reason why nothing is left to do, for a settled damage. */
  settledReason: string | null
}

/** A driver's report that the office confirms, with the office's description of the damage. */
export type ReportedDamage = {
  report: { id: string; vehicle: { id: string; plate: string }; holder: { id: string } | null }
  accidentId: string | null
  type: DamageType
  part: Part
  severity: Severity
}

/** The state that every page shows for a damage. */
export function damageWord({ state, isCharged }: Pick<DamageView, 'state' | 'isCharged'>): DamageWord {
  return state === 'proposed' && isCharged ? 'charged' : state
}

export const DAMAGE_PAPERS = ['estimate', 'invoice'] as const
export type DamagePaper = (typeof DAMAGE_PAPERS)[number]

const amount = money({ required: true, atLeast: 1 })
const COST_WORDS = { driverId: 'driver', amount: 'amount', paper: 'paperField' } as const
const costWord = (name: keyof typeof COST_WORDS) => `page.inspections.damage.${COST_WORDS[name]}` as const

/** The fields of each act of the office on a damage. */
export const damageActs = {
  propose: record({ driverId: reference('page.inspections.form.chooseDriver'), amount, paper: paper() }, costWord),
  invoice: record({ amount, paper: paper() }, costWord),
  answer: record({ reason: reason(300) }, () => 'page.inspections.damage.answerField'),
  settle: record({ reason: reason(300) }, () => 'page.inspections.damage.settleField'),
  blame: record(
    {
      cause: choiceOrNone(
        DAMAGE_CAUSES,
        (cause) => `page.accidents.cause.names.${cause}`,
        'page.accidents.cause.unknown',
      ),
      accidentId: referenceOrNone('page.accidents.cause.noAccident'),
    },
    (name) => (name === 'cause' ? 'page.accidents.cause.field' : 'page.accidents.cause.accident'),
  ),
}

/** A damage in the fields of the acts that say its cause and what its repair cost. */
export const typedInAct = ({ cause, accidentId, invoice }: DamageView) => ({ cause, accidentId, amount: invoice })

/** What a form about a damage showed of its proposal: to whom, how much, since when, and when the driver contested it. */
export type Proposal = Pick<DamageView, 'driver' | 'estimate' | 'proposedAt' | 'contestedAt'>
export function shownProposal({ driver, estimate, proposedAt, contestedAt }: Proposal): string {
  return [driver?.id, estimate, proposedAt, contestedAt].join(' ')
}

/** The proposal that a form was opened about (`shownProposal`). */
export const aboutProposal = z.object({ proposalSeen: z.string().max(100).optional() })

/** The acts of the office on a damage. */
export const damageAct = z.discriminatedUnion('intent', [
  damageActs.propose.input.extend({ intent: z.literal('propose'), ...aboutProposal.shape }),
  damageActs.invoice.input.extend({ intent: z.literal('invoice') }),
  damageActs.answer.input.extend({ intent: z.literal('answer'), ...aboutProposal.shape }),
  damageActs.settle.input.extend({ intent: z.literal('settle') }),
  z.object({ intent: z.literal('reopen') }),
  damageActs.blame.input.extend({ intent: z.literal('blame') }),
])
export type DamageAct = z.output<typeof damageAct>

/** The words with which a driver contests a damage. */
export const contestRecord = record({ words: reason(500) }, () => 'page.inspections.own.words', undefined, {
  besides: { damage: z.guid('field.invalid') },
})

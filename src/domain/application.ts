import { firstOf } from './certain.ts'
import type { ContractKind } from './contract.ts'
import { type BasisPoints, basisPoints } from './money.ts'

/** Where an application to drive stands. Until it is `received` only the applicant sees it. */
export const APPLICATION_STATES = [
  'started',
  'received',
  'talking',
  'checking',
  'approved',
  'rejected',
  'withdrawn',
] as const
export type ApplicationState = (typeof APPLICATION_STATES)[number]

/** Among these the office moves an application as the conversation goes on; the others are reached by a decision. */
export const OPEN_STATES = ['received', 'talking', 'checking'] as const satisfies readonly ApplicationState[]

/** Sent and not decided: it can still be added to. */
export function isOpen(state: ApplicationState): boolean {
  return OPEN_STATES.some((open) => open === state)
}

/** Decided, in the order a pipeline ends. */
export const DECIDED_STATES = ['approved', 'rejected', 'withdrawn'] as const satisfies readonly ApplicationState[]

/** Why the office says no: what it counts, beside the sentence that the applicant reads. In the order of the form. */
export const REJECTION_CAUSES = ['requirements', 'papers', 'no-place', 'no-answer', 'other'] as const
export type RejectionCause = (typeof REJECTION_CAUSES)[number]

/** Why somebody thinks better of it, as far as they say so. */
export const WITHDRAWAL_CAUSES = ['other-fleet', 'conditions', 'no-time', 'papers', 'no-answer', 'other'] as const
export type WithdrawalCause = (typeof WITHDRAWAL_CAUSES)[number]

/** Each cause once, in the order of the tables. */
export const END_CAUSES = [...new Set([...REJECTION_CAUSES, ...WITHDRAWAL_CAUSES])] as const
export type EndCause = RejectionCause | WithdrawalCause

/** What whoever applies may say about how they heard of the fleet, in the order of the form. */
export const HEARD_BY = ['search', 'social', 'advert', 'word'] as const

/** How somebody came to apply: by a driver's link, as they say, by the office itself, or nobody said. */
export const APPLICATION_SOURCES = ['referral', ...HEARD_BY, 'office', 'unsaid'] as const
export type ApplicationSource = (typeof APPLICATION_SOURCES)[number]

/** How applications ended that came the same way: numbers of applications. */
export type Outcomes = Record<'open' | (typeof DECIDED_STATES)[number], number>

/** How many of those decided by the office became drivers, in basis points; `null` while none was decided. */
export function conversionOf({ approved, rejected }: Outcomes): BasisPoints | null {
  const decided = approved + rejected
  return decided === 0 ? null : basisPoints(Math.round((approved * 10_000) / decided))
}

/** What an applicant can ask for; employment is agreed in person. */
export const APPLIED_REGIMES = ['slot', 'rental', 'percentage'] as const
export type AppliedRegime = (typeof APPLIED_REGIMES)[number]

/** The contract under which somebody drives who came for a regime. */
export function contractKindOf(regime: AppliedRegime): ContractKind {
  return regime === 'slot' ? 'own-car' : 'fleet-car'
}

/** `valid` in hand · `soon` asked for or in training · `none` not yet. */
export const CERTIFICATES = ['valid', 'soon', 'none'] as const
export const PLATFORMS_USED = ['both', 'uber', 'bolt', 'none'] as const

/** Papers that may come with an application. The criminal record is seen in person and never kept. */
export const DOCUMENT_KINDS = ['licence', 'certificate', 'identity', 'iban', 'vehicle', 'insurance'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Papers that make sense under a regime: those of the car only where the car is the driver's. */
export function documentKindsOf(regime: AppliedRegime): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => regime === 'slot' || (kind !== 'vehicle' && kind !== 'insurance'))
}

/** The steps in their order; the car has one only where it is the driver's. */
export const APPLICATION_STEPS = ['person', 'papers', 'vehicle', 'documents', 'review'] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

/** The steps of an application for a regime, in their order. */
export function stepsOf(regime: AppliedRegime): ApplicationStep[] {
  return APPLICATION_STEPS.filter((step) => step !== 'vehicle' || regime === 'slot')
}

/** The step after this one; `null` after the last. */
export function stepAfter(step: ApplicationStep, regime: AppliedRegime): ApplicationStep | null {
  const steps = stepsOf(regime)
  return steps[steps.indexOf(step) + 1] ?? null
}

/** Papers that the office would want under a regime and that are not there yet. */
export function missingDocuments(regime: AppliedRegime, given: readonly DocumentKind[]): DocumentKind[] {
  return documentKindsOf(regime).filter((kind) => !given.includes(kind))
}

type Given = { regime: AppliedRegime; certificate: string | null; vehiclePlate: string | null; documents: number }

/** What an applicant could still add, as the steps where it is added. Documents are optional, and said to be. */
export function openSteps({ regime, certificate, vehiclePlate, documents }: Given): ApplicationStep[] {
  return stepsOf(regime).filter(
    (step) =>
      (step === 'papers' && certificate === null) ||
      (step === 'vehicle' && vehiclePlate === null) ||
      (step === 'documents' && documents === 0),
  )
}

/** What of an application the law would not allow as it stands: told, never refused, for the office looks at the papers. */
const LAW_DOUBTS = ['licence', 'car', 'car-unless-electric'] as const
export type LawDoubt = (typeof LAW_DOUBTS)[number]

/** Years a licence must be held at least, and years under which a car must be; each row from its day on (Lei 45/2018; Lei 59/2026). */
const LIMITS = [
  { from: '2018-11-01', licence: 3, car: 8, electric: 8 },
  { from: '2026-09-01', licence: 3, car: 10, electric: 12 },
]

/** The doubts on a day. Of both only the year is known: a licence counts by the year it turns three in, a car by the year it ends in. */
export function lawDoubts(
  { licenceYear, vehicleYear }: { licenceYear: number | null; vehicleYear: number | null },
  on: Temporal.PlainDate,
): LawDoubt[] {
  const limits = LIMITS.findLast(({ from }) => from <= on.toString()) ?? firstOf(LIMITS)
  const age = vehicleYear === null ? 0 : on.year - vehicleYear
  return [
    ...(licenceYear !== null && on.year - licenceYear < limits.licence ? (['licence'] as const) : []),
    ...(age >= limits.electric ? (['car'] as const) : age >= limits.car ? (['car-unless-electric'] as const) : []),
  ]
}

import { firstOf } from './certain.ts'
import type { ContractKind } from './contract.ts'
import { type BasisPoints, basisPoints } from './money.ts'

/** States of an application to drive. Until it is `received` only the applicant sees it. */
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

/** States among which the office moves an application as the conversation goes on; the others come with a decision. */
export const OPEN_STATES = ['received', 'talking', 'checking'] as const satisfies readonly ApplicationState[]

/** Whether an application is sent and not decided: the applicant can still add to it. */
export function isOpen(state: ApplicationState): boolean {
  return OPEN_STATES.some((open) => open === state)
}

/** States of a decided application, in the order of the office's list. */
export const DECIDED_STATES = ['approved', 'rejected', 'withdrawn'] as const satisfies readonly ApplicationState[]

/** Causes of a refusal, which the office counts; the applicant reads a sentence of its own. In the order of the form. */
export const REJECTION_CAUSES = ['requirements', 'papers', 'no-place', 'no-answer', 'other'] as const
export type RejectionCause = (typeof REJECTION_CAUSES)[number]

/** Causes of a withdrawal, if the applicant gives one. */
export const WITHDRAWAL_CAUSES = ['other-fleet', 'conditions', 'no-time', 'papers', 'no-answer', 'other'] as const
export type WithdrawalCause = (typeof WITHDRAWAL_CAUSES)[number]

/** All causes, each once, in the order of the tables. */
export const END_CAUSES = [...new Set([...REJECTION_CAUSES, ...WITHDRAWAL_CAUSES])] as const
export type EndCause = RejectionCause | WithdrawalCause

/** Answers that an applicant may give to how they heard of the fleet, in the order of the form. */
export const HEARD_BY = ['search', 'social', 'advert', 'word'] as const

/** Ways in which somebody came to apply: by a driver's link, as they say, entered by the office, or unknown. */
export const APPLICATION_SOURCES = ['referral', ...HEARD_BY, 'office', 'unsaid'] as const
export type ApplicationSource = (typeof APPLICATION_SOURCES)[number]

/** Results of the applications that came in the same way: number of applications by state. */
export type Outcomes = Record<'open' | (typeof DECIDED_STATES)[number], number>

/** Works out the share of applications decided by the office that became drivers, in basis points; `null` while none was decided. */
export function conversionOf({ approved, rejected }: Outcomes): BasisPoints | null {
  const decided = approved + rejected
  return decided === 0 ? null : basisPoints(Math.round((approved * 10_000) / decided))
}

/** Regimes that an applicant can ask for; employment is agreed in person. */
export const APPLIED_REGIMES = ['slot', 'rental', 'percentage'] as const
export type AppliedRegime = (typeof APPLIED_REGIMES)[number]

/** Answers the kind of contract for a regime. */
export function contractKindOf(regime: AppliedRegime): ContractKind {
  return regime === 'slot' ? 'own-car' : 'fleet-car'
}

/** State of the driver's certificate: `valid` in hand · `soon` asked for or in training · `none` not yet. */
export const CERTIFICATES = ['valid', 'soon', 'none'] as const
export const PLATFORMS_USED = ['both', 'uber', 'bolt', 'none'] as const

/** Kinds of documents that may come with an application. The criminal record is seen in person and never kept. */
export const DOCUMENT_KINDS = ['licence', 'certificate', 'identity', 'iban', 'vehicle', 'insurance'] as const
export type DocumentKind = (typeof DOCUMENT_KINDS)[number]

/** Lists the documents needed under a regime: those of the car only if the car is the driver's. */
export function documentKindsOf(regime: AppliedRegime): DocumentKind[] {
  return DOCUMENT_KINDS.filter((kind) => regime === 'slot' || (kind !== 'vehicle' && kind !== 'insurance'))
}

/** Steps of an application in order; the car has a step only if it is the driver's. */
export const APPLICATION_STEPS = ['person', 'papers', 'vehicle', 'documents', 'review'] as const
export type ApplicationStep = (typeof APPLICATION_STEPS)[number]

/** Lists the steps of an application for a regime, in order. */
export function stepsOf(regime: AppliedRegime): ApplicationStep[] {
  return APPLICATION_STEPS.filter((step) => step !== 'vehicle' || regime === 'slot')
}

/** Answers the next step; `null` after the last. */
export function stepAfter(step: ApplicationStep, regime: AppliedRegime): ApplicationStep | null {
  const steps = stepsOf(regime)
  return steps[steps.indexOf(step) + 1] ?? null
}

/** Lists the documents that the office would want under a regime and that are still missing. */
export function missingDocuments(regime: AppliedRegime, documents: readonly DocumentKind[]): DocumentKind[] {
  return documentKindsOf(regime).filter((kind) => !documents.includes(kind))
}

type GivenFacts = { regime: AppliedRegime; certificate: string | null; vehiclePlate: string | null; documents: number }

/** Lists the steps where an applicant could still add something. Documents are optional, and the form says so. */
export function openSteps({ regime, certificate, vehiclePlate, documents }: GivenFacts): ApplicationStep[] {
  return stepsOf(regime).filter(
    (step) =>
      (step === 'papers' && certificate === null) ||
      (step === 'vehicle' && vehiclePlate === null) ||
      (step === 'documents' && documents === 0),
  )
}

/**
 * Ways in which an application may break the law as it stands: they are only shown, never refused, because the office
 * looks at the documents.
 */
const LAW_DOUBTS = ['licence', 'certificate', 'car', 'car-unless-electric'] as const
export type LawDoubt = (typeof LAW_DOUBTS)[number]

/**
 * Least years that a licence must be held, and age in years that a car must not reach; each row counts from its day on
 * (Lei 45/2018; Lei 59/2026).
 */
const LIMITS = [
  { from: '2018-11-01', licence: 3, car: 8, electric: 8 },
  { from: '2026-09-01', licence: 3, car: 10, electric: 12 },
]

/**
 * Lists the legal doubts on a day. Of a licence and a car only the years are known: a licence counts from the year in
 * which it turns three, and a car is doubted from the year in which it reaches its age limit.
 */
export function lawDoubts(
  {
    licenceYear,
    certificateUntil,
    vehicleYear,
  }: { licenceYear: number | null; certificateUntil: string | null; vehicleYear: number | null },
  on: Temporal.PlainDate,
): LawDoubt[] {
  const limits = LIMITS.findLast(({ from }) => from <= on.toString()) ?? firstOf(LIMITS)
  const age = vehicleYear === null ? 0 : on.year - vehicleYear
  return [
    ...(licenceYear !== null && on.year - licenceYear < limits.licence ? (['licence'] as const) : []),
    ...(certificateUntil !== null && certificateUntil < on.toString() ? (['certificate'] as const) : []),
    ...(age >= limits.electric ? (['car'] as const) : age >= limits.car ? (['car-unless-electric'] as const) : []),
  ]
}

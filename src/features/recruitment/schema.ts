import { z } from 'zod'
import {
  APPLICATION_SOURCES,
  APPLIED_REGIMES,
  type ApplicationSource,
  type ApplicationState,
  type AppliedRegime,
  CERTIFICATES,
  DOCUMENT_KINDS,
  type DocumentKind,
  HEARD_BY,
  type LawDoubt,
  type Outcomes,
  PLATFORMS_USED,
  REJECTION_CAUSES,
  WITHDRAWAL_CAUSES,
  type EndCause,
} from '#domain/application.ts'
import type { ContractKind, Placeholder } from '#domain/contract.ts'
import { readNif, readPhone, readPlate, showPlate } from '#domain/identifiers.ts'
import {
  type FieldFacts,
  SEEN,
  choice,
  choiceOrNone,
  day,
  givenPaper,
  lines,
  oneOfList,
  openChoice,
  reason,
  reference,
  text,
  chosenIds,
} from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The most documents of one application. */
export const MAX_DOCUMENTS = 12

const OWN_CAUSES = WITHDRAWAL_CAUSES.filter((cause) => cause !== 'no-answer')

/** The day of the last change to the text that applicants agree to (`page.apply.review`). */
export const CONSENT_VERSION = '2026-11-21'

const textFacts = (longest: number, required: boolean, more: Partial<FieldFacts> = {}) => ({
  field: { control: 'text' as const, longest, required, ...more },
})
const line = (longest: number) =>
  z
    .string('field.required')
    .trim()
    .max(longest, 'field.too-long')
    .transform((typed) => typed.replaceAll(/\s+/g, ' '))
const requiredText = (longest: number) =>
  line(longest)
    .refine((typed) => SEEN.test(typed), 'field.required')
    .meta(textFacts(longest, true))
const optional = (longest: number, more: Partial<FieldFacts> = {}) =>
  line(longest)
    .transform((typed) => typed || null)
    .meta(textFacts(longest, false, more))

/** A text field with a reader of its own, and the error when that does not understand it. */
const readText = <Value>(
  longest: number,
  reader: (typed: string) => Value | null,
  error: string,
  more: Partial<FieldFacts> = {},
) =>
  requiredText(longest)
    .transform((typed, ctx) => {
      const value = typed === '' ? null : reader(typed)
      if (value !== null) return value
      if (typed !== '') ctx.addIssue({ code: 'custom', message: error })
      return z.NEVER
    })
    .meta(textFacts(longest, true, more))

const year = readText(
  4,
  (typed) => (/^(19[5-9]|20)\d\d?$/.test(typed) && typed.length === 4 ? Number(typed) : null),
  'field.year',
  { digits: true },
)

const optionalSource = z
  .enum(['', ...HEARD_BY], 'field.choice')
  .default('')
  .meta({
    field: {
      control: 'choice',
      none: 'page.apply.person.unsaid',
      options: HEARD_BY.map((source) => ({ value: source, words: `page.apply.person.heard.${source}` })),
    },
  })

export const personRecord = record(
  {
    name: requiredText(140)
      .refine((typed) => typed === '' || typed.length >= 3, 'field.too-short')
      .meta(textFacts(140, true, { autofill: 'name' })),
    email: requiredText(254)
      .refine((typed) => typed === '' || z.email().safeParse(typed).success, 'field.email')
      .meta(textFacts(254, true, { control: 'email', autofill: 'email' })),
    phone: readText(40, readPhone, 'field.phone', { control: 'phone', autofill: 'tel' }),
    municipality: optional(80, { autofill: 'address-level2' }),
    regime: openChoice(APPLIED_REGIMES, (regime) => `page.apply.regimes.${regime}`),
    // How the applicant heard of the fleet, if they say so.
    source: optionalSource,
  },
  (name) => `page.apply.person.${name}`,
  undefined,
  {
    tells: {
      name: 'identity',
      email: 'contact',
      phone: 'contact',
      municipality: 'contact',
      regime: 'work',
      source: 'work',
    },
  },
)
export const personInput = personRecord.input

export const papersRecord = record(
  {
    licenceYear: year,
    certificate: openChoice(CERTIFICATES, (state) => `page.apply.papers.certificates.${state}`),
    certificateUntil: day('kept'),
    platforms: choice(PLATFORMS_USED, (used) => `page.apply.papers.platformsUsed.${used}`),
    nif: optional(20)
      .transform((typed, ctx) => {
        const reading = typed === null ? null : readNif(typed)
        if (reading === null || reading.ok) return reading?.value ?? null
        ctx.addIssue({ code: 'custom', message: 'field.nif' })
        return z.NEVER
      })
      .meta(textFacts(20, false, { digits: true })),
  },
  (name) => `page.apply.papers.${name}`,
  undefined,
  {
    tells: {
      licenceYear: 'paper',
      certificate: 'paper',
      certificateUntil: 'paper',
      platforms: 'work',
      nif: 'identity',
    },
  },
)
export const papersInput = papersRecord.input

export const ownVehicleRecord = record(
  {
    make: requiredText(40),
    model: requiredText(60),
    plate: readText(12, (typed) => (readPlate(typed).series ? readPlate(typed).value : null), 'field.plate', {
      example: 'AB-12-CD',
      typed: showPlate,
    }),
    year,
  },
  (name) => `page.apply.vehicle.${name}`,
  [
    ['make', 'model'],
    ['plate', 'year'],
  ],
)
export const vehicleInput = ownVehicleRecord.input

export const documentRecord = record(
  {
    kind: oneOfList(z.enum(DOCUMENT_KINDS, 'field.choice'), { none: 'page.apply.documents.choose' }),
    file: givenPaper(),
  },
  (name) => `page.apply.documents.${name}`,
)
export const documentInput = documentRecord.input

export const reviewInput = z.object({
  accept: z.literal('on', 'application.accept'),
  keep: z.literal('on').optional(),
})

/** The form for another stage, a note for the office, or both. */
export const moveRecord = record(
  { stage: reference('common.choose'), text: lines(2_000) },
  (name) => `page.recruitment.one.${name}`,
)
export const moveInput = moveRecord.input
/** Another stage for several applications, without a note. */
export const moveSeveralRecord = record(
  { stage: oneOfList(z.guid('field.choice')) },
  () => 'page.recruitment.together.state',
  undefined,
  {
    besides: { ids: chosenIds(), text: lines(2_000).default('') },
  },
)

const fact = text(200)
  .default('')
  .meta({ field: { control: 'text', longest: 200 } })

/** Facts for the contract that the office enters with the approval; empty ones can follow later. */
export const approvedFacts = record(
  { representative: fact, driverAddress: fact, driverDocument: fact, driverLicence: fact, driverCertificate: fact },
  (name) => `page.recruitment.approval.fields.${name}`,
  [
    {
      legend: 'page.recruitment.approval.facts',
      rows: ['later', 'representative', 'driverAddress', 'driverDocument', 'driverLicence', 'driverCertificate'],
    },
  ],
)
// `terms`: agrees the terms that the site offers for the regime applied for, from this week on.
export const approvalInput = approvedFacts.input.extend({ terms: z.literal('on').optional() })
export type ApprovalInput = z.output<typeof approvalInput>

export const rejectRecord = record(
  {
    cause: choice(REJECTION_CAUSES, (cause) => `page.recruitment.causes.${cause}`, 'page.recruitment.rejection.choose'),
    reason: reason(500),
  },
  (name) => `page.recruitment.rejection.${name}`,
)
export const rejectInput = rejectRecord.input

/** The cause and reason of a withdrawal, both optional. */
export const withdrawRecord = record(
  {
    cause: choiceOrNone(
      WITHDRAWAL_CAUSES,
      (cause) => `page.recruitment.causes.${cause}`,
      'page.recruitment.heard.unsaid',
    ),
    reason: lines(500),
  },
  (name) => `page.recruitment.withdrawal.${name}`,
)
export const withdrawInput = withdrawRecord.input

/** A withdrawal by the applicant, who is asked only for the cause. */
export const ownWithdrawal = record(
  {
    cause: choiceOrNone(OWN_CAUSES, (cause) => `page.apply.state.causes.${cause}`, 'page.apply.person.unsaid'),
  },
  () => 'page.apply.state.why',
  undefined,
  { besides: { reason: lines(500).default('') } },
)
export const reopenRecord = record({ reason: reason(500) }, (name) => `page.recruitment.reopening.${name}`)
export const reopenInput = reopenRecord.input

/** One press on the board: to another stage, before a card there or to its end; or one place up or down in its own. */
export const stepInput = z.object({
  application: z.guid('field.invalid'),
  // The stage that the board showed when it was pressed.
  from: z.guid('field.invalid'),
  to: z.union([z.enum(['up', 'down']), z.guid()], 'field.invalid'),
  before: z.union([z.guid(), z.literal('')]).default(''),
})

export const sourceRecord = record(
  { source: choice(APPLICATION_SOURCES, (source) => `page.recruitment.heard.${source}`) },
  () => 'page.recruitment.source',
)

export type PersonInput = z.output<typeof personInput>
export type PapersInput = z.output<typeof papersInput>
export type VehicleInput = z.output<typeof vehicleInput>

/** A document that came with an application. */
export type ApplicationDocument = { id: number; kind: DocumentKind; name: string; addedAt: string }

/** A stage of the board with its names. */
export type StageName = { id: string; pt: string; en: string }

/** An applicant's data. Moments and days are text. */
export type Application = {
  id: string
  state: ApplicationState
  /** Its stage on the board, or the one in which it was decided. */
  stage: StageName | null
  source: ApplicationSource
  language: 'pt' | 'en'
  name: string
  email: string
  phone: string
  municipality: string | null
  regime: AppliedRegime
  referral: string | null
  nif: string | null
  licenceYear: number | null
  certificate: (typeof CERTIFICATES)[number] | null
  certificateUntil: string | null
  platforms: (typeof PLATFORMS_USED)[number] | null
  vehicle: { make: string; model: string; plate: string; year: number } | null
  sentAt: string | null
  decidedAt: string | null
  reason: string | null
  cause: EndCause | null
  driverId: string | null
  documents: ApplicationDocument[]
}

/** The result of an approval: documents to check and requested ones, and the contract, or what its text still lacks. */
export type ApprovedApplication = {
  driverId: string
  choice: { driver: string; kind: ContractKind; language: 'pt' | 'en' }
  hasTerms: boolean
  papers: { sent: number; asked: number; accepted: number }
  contract: string | null
  /** The contract is prepared, not yet drafted; below, what its text still lacks. */
  isPrepared: boolean
  open: readonly Placeholder[]
}

/** Another driver or application with the same e-mail, phone or NIF. */
export type Duplicate = {
  kind: 'driver' | 'application'
  id: string
  name: string
  same: ('email' | 'phone' | 'nif')[]
}

export type OfficeApplication = Application & {
  consents: { text: string; version: string; language: string; givenAt: string }[]
  notes: {
    id: number
    at: string
    by: string | null
    state: ApplicationState | null
    stage: StageName | null
    what: 'note' | 'reopened' | 'withdrawn'
    text: string
  }[]
  duplicates: Duplicate[]
}

/** A row of the office's list. */
export type ApplicationRow = Pick<
  Application,
  | 'id'
  | 'state'
  | 'stage'
  | 'source'
  | 'name'
  | 'email'
  | 'phone'
  | 'municipality'
  | 'regime'
  | 'referral'
  | 'certificate'
  | 'sentAt'
  | 'decidedAt'
  | 'reason'
  | 'cause'
  | 'driverId'
> & { documents: DocumentKind[]; isKnown: boolean; doubts: LawDoubt[]; place: number }

/** Outcomes of the applications of a year, by how they came, and why the office rejected them. */
export type PipelineFigures = {
  referred: Outcomes
  direct: Outcomes
  causes: { cause: EndCause; count: number }[]
}

import { z } from 'zod'
import {
  FINE_BODIES,
  type FineBody,
  type FineState,
  IDENTITY_KINDS,
  SENDING_WAYS,
  type SendingWay,
  type Urgency,
  readFineNumber,
} from '#domain/fine.ts'
import type { DriverName } from '#domain/driver.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import {
  choice,
  day,
  givenDay,
  line,
  moment,
  money,
  openChoice,
  optional,
  paper,
  reason,
  reference,
  text,
} from '#forms/fields.ts'
import { opened } from '#forms/merge.ts'
import { record } from '#forms/record.ts'

/** A fine as its pages show it; moments and days are text. */
export type FineView = {
  id: string
  number: string
  body: FineBody
  authority: string
  committedAt: string
  place: string
  offence: string
  vehicle: { id: string; plate: string }
  notifiedOn: string
  amount: Cents | null
  driver: DriverName | null
  /** The driver who had the car at that minute, by the current assignments. */
  holder: DriverName | null
  informedAt: string | null
  state: FineState
  signedBy: string | null
  sentOn: string | null
  sentWay: SendingWay | null
  closedReason: string | null
  notice: string | null
  document: string | null
  proof: string | null
  /**
   * The last day on which the driver can be named, and the working days `left`; the count stops once the driver was
   * named.
   */
  until: string
  left: number
  urgency: Urgency
  isRunning: boolean
}

export const FINE_PAPERS = ['notice', 'document', 'proof'] as const
export type FinePaper = (typeof FINE_PAPERS)[number]

/** The form of a fine. */
export const fineRecord = record(
  {
    body: openChoice(FINE_BODIES, (body) => `page.fines.body.${body}`),
    number: line(40),
    authority: text(80),
    vehicleId: reference('page.fines.form.chooseVehicle'),
    committedAt: moment({ until: 'today' }),
    place: line(160),
    offence: text(200),
    notifiedOn: givenDay('fleet', { until: 'today' }),
    amount: money(),
    notice: paper(),
  },
  (name) => `page.fines.form.${name}`,
  ['body', ['number', 'authority'], 'vehicleId', 'committedAt', 'place', 'offence', ['notifiedOn', 'amount'], 'notice'],
  {
    logged: 'fine',
    tells: {
      body: 'words',
      number: 'paper',
      authority: 'words',
      vehicleId: 'link',
      committedAt: 'time',
      place: 'words',
      offence: 'words',
      notifiedOn: 'time',
      amount: 'money',
    },
  },
)
export const fineInput = fineRecord.input.transform(({ number: typed, amount, ...rest }, ctx) => {
  const number = readFineNumber(typed, rest.body)
  if (number === null) ctx.addIssue({ code: 'custom', path: ['number'], message: 'field.fine-number' })
  return { ...rest, number: number ?? '', amount: amount === ZERO ? null : amount }
})
export type FineInput = z.output<typeof fineInput>

/** A fine in the form's fields. */
export const typedFine = ({ vehicle, ...fine }: FineView) => ({ ...fine, vehicleId: vehicle.id, notice: null })

/** The facts about the person in the document. No record has them, and only the document stores them. */
export const identityRecord = record(
  {
    address: text(200, { required: true }),
    idKind: choice(IDENTITY_KINDS, (kind) => `page.fines.identity.kinds.${kind}`),
    idNumber: text(30, { required: true }),
    idIssuedOn: day('kept', { until: 'today' }),
    idValidUntil: day('kept'),
    idIssuer: optional(80),
    licenceNumber: text(30, { required: true }),
    licenceIssuer: text(80, { required: true }),
  },
  (name) => `page.fines.identity.${name}`,
  ['address', ['idKind', 'idNumber'], ['idIssuedOn', 'idValidUntil'], 'idIssuer', ['licenceNumber', 'licenceIssuer']],
)
export const identityInput = identityRecord.input
  .refine(({ idIssuedOn, idValidUntil }) => idIssuedOn !== null || idValidUntil !== null, {
    path: ['idIssuedOn'],
    error: 'field.issued-or-valid',
  })
  .refine(({ idIssuedOn, idValidUntil }) => idIssuedOn === null || idValidUntil === null || idIssuedOn < idValidUntil, {
    path: ['idValidUntil'],
    error: 'field.ends-before',
  })
export type Identity = z.output<typeof identityRecord.input>

const labelOf = (name: 'driverId' | 'amount' | 'signedBy' | 'document' | 'sentOn' | 'sentWay' | 'proof' | 'reason') =>
  `page.fines.acts.${name}` as const

/** The fields of each act of the office on a fine. */
export const fineActs = {
  identify: record({ driverId: reference('page.fines.acts.chooseDriver') }, labelOf),
  price: record({ amount: money({ required: true, atLeast: 1 }) }, labelOf),
  sign: record({ signedBy: line(80), document: paper() }, labelOf),
  send: record(
    {
      sentOn: givenDay('fleet', { until: 'today' }),
      sentWay: choice(SENDING_WAYS, (way) => `page.fines.ways.${way}`),
      proof: paper(),
    },
    labelOf,
    [['sentOn', 'sentWay'], 'proof'],
  ),
  why: record({ reason: reason(300) }, labelOf),
}

/** A fine in the fields of the acts that name its driver and its amount. */
export const typedInAct = ({ driver, amount }: FineView) => ({ driverId: driver?.id ?? '', amount })

/** The driver that a form was opened about. */
export const aboutDriver = z.object({ driverSeen: z.string().optional() })

/** The acts of the office on a fine. */
export const fineAct = z.discriminatedUnion('intent', [
  fineActs.identify.input.extend({ intent: z.literal('identify'), ...opened.shape }),
  fineActs.price.input.extend({ intent: z.literal('price'), ...opened.shape }),
  aboutDriver.extend({ intent: z.literal('inform') }),
  aboutDriver.extend({ intent: z.literal('make') }),
  fineActs.sign.input.extend({ intent: z.literal('sign'), ...aboutDriver.shape }),
  fineActs.send.input.extend({ intent: z.literal('send'), ...aboutDriver.shape }),
  fineActs.why.input.extend({ intent: z.literal('close') }),
  fineActs.why.input.extend({ intent: z.literal('reopen') }),
])
export type FineAct = z.output<typeof fineAct>

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
import { readAt, typedAt } from '#features/fleet/vehicles/schema.ts'
import { choice, day, givenDay, money, optional, reason, text } from '#forms/fields.ts'
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
  /** Who had the car at that minute, as the assignments say it now. */
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
  /** Until when it has to be said who drove, and how many working days are left; the clock stands still once it was said. */
  until: string
  left: number
  urgency: Urgency
  isRunning: boolean
}

export const FINE_PAPERS = ['notice', 'document', 'proof'] as const
export type FinePaper = (typeof FINE_PAPERS)[number]

const paper = z.instanceof(File).optional()

/** A fine as it is written down. */
export const fineInput = z
  .object({
    body: z.enum(FINE_BODIES, 'field.choice'),
    authority: text(80),
    number: text(40, { required: true }),
    vehicleId: z.guid('field.choice'),
    ...typedAt,
    place: text(160, { required: true }),
    offence: text(200),
    notifiedOn: givenDay(),
    amount: money(),
    notice: paper,
  })
  .transform(({ atDay, atTime, atTimeTwice, number: typed, amount, ...rest }, ctx) => {
    const number = readFineNumber(typed, rest.body)
    if (number === null) ctx.addIssue({ code: 'custom', path: ['number'], message: 'field.fine-number' })
    const committedAt = readAt({ atDay, atTime, atTimeTwice }, ctx)
    return { ...rest, committedAt, number: number ?? '', amount: amount === ZERO ? null : amount }
  })
export type FineInput = z.output<typeof fineInput>

/** What the document says of the person beside the record: kept nowhere else. */
export const identityRecord = record(
  {
    address: text(200, { required: true }),
    idKind: choice(IDENTITY_KINDS, (kind) => `page.fines.identity.kinds.${kind}`),
    idNumber: text(30, { required: true }),
    idIssuedOn: day('kept'),
    idValidUntil: day('kept'),
    idIssuer: optional(80),
    licenceNumber: text(30, { required: true }),
    licenceIssuer: text(80, { required: true }),
  },
  (name) => `page.fines.identity.${name}`,
  ['address', ['idKind', 'idNumber'], ['idIssuedOn', 'idValidUntil'], 'idIssuer', ['licenceNumber', 'licenceIssuer']],
)
export const identityInput = identityRecord.input.refine(
  ({ idIssuedOn, idValidUntil }) => idIssuedOn !== null || idValidUntil !== null,
  { path: ['idIssuedOn'], error: 'field.issued-or-valid' },
)
export type Identity = z.output<typeof identityRecord.input>

/** What the office does to a fine. */
export const fineAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('identify'), driverId: z.guid('field.choice') }),
  z.object({ intent: z.literal('price'), amount: money().refine((amount) => amount > 0, 'field.money') }),
  z.object({ intent: z.literal('inform') }),
  z.object({ intent: z.literal('make') }),
  z.object({ intent: z.literal('sign'), signedBy: text(80, { required: true }), document: paper }),
  z.object({
    intent: z.literal('send'),
    sentOn: givenDay(),
    sentWay: z.enum(SENDING_WAYS, 'field.choice'),
    proof: paper,
  }),
  z.object({ intent: z.literal('close'), reason: reason(300) }),
  z.object({ intent: z.literal('reopen'), reason: reason(300) }),
])
export type FineAct = z.output<typeof fineAct>

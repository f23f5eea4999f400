import { z } from 'zod'
import { carriedNumber, line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

export const LOOK_KINDS = ['settings', 'company', 'rule-off', 'advance', 'advance-request', 'deposit', 'final'] as const
export type LookKind = (typeof LOOK_KINDS)[number]

/** One change that waits: the present values, the wanted ones, and who asked. */
export type SecondLook = {
  id: number
  kind: LookKind
  before: Readonly<Record<string, unknown>>
  after: Readonly<Record<string, unknown>>
  askedAt: string
  askedBy: { uid: string; name: string }
}

/** An IBAN that nobody other than its writer has looked at. */
export type UncheckedIban = {
  driver: { id: string; name: string }
  masked: string
  /** Identifies the IBAN that was seen, as a later one may replace it. */
  seen: string
  holder: string
  by: { uid: string; name: string }
}

/** An IBAN that a second person checked, and whether a bank file was made with it since: then its check stays. */
export type CheckedIban = {
  id: number
  driver: { id: string; name: string }
  masked: string
  ends: string | null
  holder: string
  at: string
  by: { uid: string; name: string }
  isInFile: boolean
}

/** The reason why a waiting change is declined. */
export const declining = record({ reason: line() }, () => 'page.secondPerson.looks.declineReason')

/** The decision on a waiting change; declining it needs a reason. */
export const lookInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('accept'), look: carriedNumber() }),
  z.object({ intent: z.literal('withdraw'), look: carriedNumber() }),
  z.object({
    intent: z.literal('decline'),
    look: carriedNumber(),
    reason: declining.fields.reason,
  }),
  // `seen`: the IBAN that was looked at.
  z.object({ intent: z.literal('iban'), driver: z.string(), seen: z.string() }),
  z.object({ intent: z.literal('on') }),
  z.object({ intent: z.literal('off') }),
])
export type LookInput = z.output<typeof lookInput>

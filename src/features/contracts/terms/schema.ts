import { z } from 'zod'
import type { ContractPart } from '#domain/contract-terms.ts'
import type { DriverName } from '#domain/driver.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { record } from '#forms/record.ts'
import { contractReason } from '../schema.ts'

// What was looked at: the Monday, and the terms that were in force then.
const seen = { week: z.string(), base: z.string() }

/** Why the terms in force stay. */
export const keptTermsRecord = record({ reason: contractReason }, () => 'page.contractTerms.why')

/** What the office does about a contract that says other terms than those in force. */
export const contractTermsAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('take-terms'), ...seen }),
  keptTermsRecord.input.extend({ intent: z.literal('keep-terms'), ...seen }),
])
export type ContractTermsAct = z.output<typeof contractTermsAct>

/** A sealed contract whose text says other terms than those in force in the week from which it would count. */
export type ContractToLookAt = {
  contract: { id: string; number: number; sealedAt: string }
  /** Whom it is with today. */
  driver: DriverName
  week: Week
  settings: FinancialSettings
  /** `null` where nothing is agreed: the terms that are offered are then built on. */
  inForce: { id: number; from: string; terms: Terms } | null
  terms: Terms
  changed: ContractPart[]
  /** Only the settings differ from what they were known to be when it was sealed. */
  isOutrun: boolean
}

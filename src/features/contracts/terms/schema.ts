import { z } from 'zod'
import type { ContractPart } from '#domain/contract-terms.ts'
import type { DriverName } from '#domain/driver.ts'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Terms } from '#domain/terms.ts'
import type { Week } from '#domain/week.ts'
import { record } from '#forms/record.ts'
import { contractReason } from '../schema.ts'

// The week (its Monday) and the terms in force that the form showed.
const seen = { week: z.string(), base: z.string() }

/** The reason why the terms in force stay. */
export const keptTermsRecord = record({ reason: contractReason }, () => 'page.contractTerms.why')

/** The office's answer to a contract with other terms than those in force. */
export const contractTermsAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('take-terms'), ...seen }),
  keptTermsRecord.input.extend({ intent: z.literal('keep-terms'), ...seen }),
])
export type ContractTermsAct = z.output<typeof contractTermsAct>

/** A sealed contract whose terms differ from those in force in the week from which they would count. */
export type ContractToLookAt = {
  contract: { id: string; number: number; sealedAt: string }
  /** The driver's current record. */
  driver: DriverName
  week: Week
  settings: FinancialSettings
  /** `null` when no terms are agreed; then the offered terms are the base. */
  inForce: { id: number; from: string; terms: Terms } | null
  terms: Terms
  changed: ContractPart[]
  /** Whether the contract differs only because settings changed after it was sealed. */
  isOutrun: boolean
}

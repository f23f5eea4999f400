import { z } from 'zod'
import type { KeyKind, Source } from '#domain/import.ts'
import type { Evidence } from '#features/evidence/schema.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import type { AnomalyAnswer, ShownAnomaly } from '#features/radar/schema.ts'

/** An answer given in this week, as the same page shows it to be taken back. */
export type GivenAnswer = { id: string; at: string } & (
  | { kind: 'key'; source: Source; key: { kind: KeyKind; value: string }; owner: string | null }
  | { kind: 'passage'; isSame: boolean; row: Evidence | null }
  | { kind: 'anomaly'; said: AnomalyAnswer; driver: DriverName; anomaly: ShownAnomaly }
  | { kind: 'holder'; vehicleId: string; plate: string; driver: string; from: string | null; to: string | null }
)

/**
 * A time in which nobody had a car, who had it on either side, who else worked without a car,
 * and what fell into it. Instants as text; an open end is `null`.
 */
export type Gap = {
  vehicle: { id: string; plate: string }
  from: string | null
  to: string | null
  holders: readonly (DriverName & { side: 'before' | 'after' | 'free' })[]
  people: readonly DriverName[]
  rows: readonly Evidence[]
  total: Cents
}

export const passageInput = z.object({
  kept: z.string().regex(/^\d{1,15}$/, 'field.choice'),
  other: z.string().regex(/^\d{1,15}$/, 'field.choice'),
  same: z.enum(['yes', 'no'], 'field.choice'),
})

/** Which answer is taken back: `kind:id`, with the car for who had it. */
export const takeBackInput = z.object({
  answer: z.string().regex(/^(?:(?:key|passage|anomaly):\d{1,15}|holder:[0-9a-f-]{36}:[0-9a-f-]{36})$/, 'field.choice'),
})

/** The driver whose terms another is given. */
export const sameTermsInput = z.object({ like: z.guid('field.choice') })

/** The same for everybody the page showed without terms. */
export const allSameTermsInput = sameTermsInput.extend({
  drivers: z.array(z.guid('field.choice')).min(1, 'field.choice'),
})

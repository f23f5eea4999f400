import { z } from 'zod'
import { readTypedCents } from '#domain/amount.ts'
import type { Dependence, DependenceRules, YearOfIncome } from '#domain/dependence.ts'
import { type Cents, ZERO } from '#domain/money.ts'
import { unlessEmpty } from '#features/adjustments/schema.ts'

/** A driver's year as far as it is known, and what follows; `saidAt` is `null` where the driver said nothing. */
export type OwnDependence = YearOfIncome & Dependence & { rules: DependenceRules; saidAt: string | null }
export type DriverDependence = OwnDependence & { driver: { id: string; ref: string; name: string } }

/** A driver's word on a year: services to others, without VAT, or `null` for no word on that. */
export type SaidIncome = { elsewhere: Cents | null; contributes: boolean }

export const CONTRIBUTES = ['yes', 'no'] as const

export const saidIncome = z
  .object({
    elsewhere: unlessEmpty(
      z.string('field.required').transform((typed, ctx) => {
        const read = readTypedCents(typed)
        if (read !== null && read >= ZERO) return read
        ctx.addIssue({ code: 'custom', message: 'field.money' })
        return z.NEVER
      }),
    ),
    contributes: z.enum(CONTRIBUTES, 'field.choice'),
  })
  .transform(({ elsewhere, contributes }): SaidIncome => ({ elsewhere, contributes: contributes === 'yes' }))

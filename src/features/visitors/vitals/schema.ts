import { z } from 'zod'
import { DEVICES, type Verdict, type Vital } from '#domain/vital.ts'

const measure = z.coerce.number().int().min(0).max(3_600_000).optional()

/** The measures of one visit that a page sends. A missing measure is left out: not every visit has each. */
export const visitInput = z.object({
  path: z.string().max(200),
  device: z.enum(DEVICES),
  lcp: measure,
  inp: measure,
  cls: measure,
  ttfb: measure,
})

/** The speed that a page reached in three of four visits. */
export type PageSpeed = {
  path: string
  visits: number
  vitals: Record<Vital, { value: number; verdict: Verdict } | null>
}

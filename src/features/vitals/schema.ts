import { z } from 'zod'
import type { Vital, Verdict } from '#domain/vital.ts'

export const DEVICES = ['phone', 'desktop'] as const
export type Device = (typeof DEVICES)[number]

const measure = z.coerce.number().int().min(0).max(3_600_000).optional()

/** What a page sends of one visit. A measure that never came is left out: not every visit has one of each. */
export const visitInput = z.object({
  path: z.string().max(200),
  device: z.enum(DEVICES),
  lcp: measure,
  inp: measure,
  cls: measure,
  ttfb: measure,
})

/** How fast a page was for three of four visits. */
export type PageSpeed = {
  path: string
  visits: number
  vitals: Record<Vital, { value: number; verdict: Verdict } | null>
}

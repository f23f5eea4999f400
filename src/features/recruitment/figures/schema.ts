import type { ApplicationSource } from '#domain/application.ts'

/** How far applications came: sent, talked with, approved, and on the road. */
export const FUNNEL = ['received', 'talked', 'approved', 'drove'] as const
export type FunnelStep = (typeof FUNNEL)[number]

/** Of some applications: how many came how far, and the median of days that each step took since they were sent. */
export type Funnel = {
  counts: Readonly<Record<FunnelStep, number>>
  /** `null` where nobody has come so far. */
  days: Readonly<Record<Exclude<FunnelStep, 'received'>, number | null>>
}

export type ConversionReport = {
  /** Oldest first, each the first of its month. */
  months: readonly ({ month: string } & Funnel)[]
  sources: readonly ({ source: ApplicationSource } & Funnel)[]
  all: Funnel
}

import type { ApplicationSource } from '#domain/application.ts'

/** The steps that applications reach: sent, talked with, approved, and driving. */
export const FUNNEL = ['received', 'talked', 'approved', 'drove'] as const
export type FunnelStep = (typeof FUNNEL)[number]

/** For some applications: how many reached each step, and the median days to it since they were sent. */
export type Funnel = {
  counts: Readonly<Record<FunnelStep, number>>
  /** `null` where nobody has reached the step. */
  days: Readonly<Record<Exclude<FunnelStep, 'received'>, number | null>>
}

export type ConversionReport = {
  /** Oldest first, each named by its first day. */
  months: readonly ({ month: string } & Funnel)[]
  sources: readonly ({ source: ApplicationSource } & Funnel)[]
  all: Funnel
}

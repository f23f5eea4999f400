import type { Purpose } from '#domain/consent.ts'
import type { ConsentState } from './consent-cookie.ts'

/** An account with somebody else, and the origin that takes its events. */
export type Account = { id: string; host: string }

/** What this installation measures, from its environment; what is not set up is not in it. */
export type MeasuringSettings = {
  pixel?: Account
  analytics?: Account
  /** Share of visits whose speed the site itself measures, 0 to 1. */
  vitals?: number
}

/** What a page has to know to ask, and to measure. `null` instead of it: there is nothing to ask. */
export type Measuring = {
  settings: MeasuringSettings
  purposes: readonly Purpose[]
  state: ConsentState
  /** Whether this page is one that is measured; the others only let the answer be taken back. */
  here: boolean
}

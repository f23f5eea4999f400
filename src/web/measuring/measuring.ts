import type { Purpose } from '#domain/consent.ts'
import type { ConsentState } from './consent-cookie.ts'

/** An account with another company, and the origin that takes its events. */
export type Account = { id: string; host: string }

/** The kinds of measuring of this installation, from its environment; a kind of measuring that is not set up there is left out. */
export type MeasuringSettings = {
  pixel?: Account
  analytics?: Account
  /** Share of visits whose speed the site itself measures, 0 to 1. */
  vitals?: number
}

/** The facts that a page needs to ask for consent, and to measure. `null` where there is nothing to ask. */
export type Measuring = {
  settings: MeasuringSettings
  purposes: readonly Purpose[]
  state: ConsentState
  /** Whether this page is measured; other pages only let visitors withdraw the answer. */
  here: boolean
}

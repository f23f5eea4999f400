import { createContext } from 'react-router'
import type { User } from '#domain/access.ts'

/** The signed-in person, or `null`; set for every request before any loader runs. */
export const userContext = createContext<User | null>(null)

/** Facts about a request besides the person: for headers, error pages and the audit log. */
export type RequestFacts = { id: string; address: string; userAgent: string; now: Temporal.Instant }

export const requestContext = createContext<RequestFacts>()

/**
 * The trouble of an answer while it was made, for the handler that sends it: the database is away, has no connection left, or
 * gave up what the whole page needed; there is no room to carry out a form; the files of the page itself can't be read.
 */
export type PageTrouble = Record<
  'isDatabaseLost' | 'isDatabaseBusy' | 'isTooSlow' | 'isDiskFull' | 'isWithoutFiles',
  boolean
>

export const NO_TROUBLE: PageTrouble = {
  isDatabaseLost: false,
  isDatabaseBusy: false,
  isTooSlow: false,
  isDiskFull: false,
  isWithoutFiles: false,
}

/** `null` where nobody wants to know, as in tests of single screens. */
export const troubleContext = createContext<PageTrouble | null>(null)

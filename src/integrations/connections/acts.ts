import type { Platform } from '#domain/performance.ts'
import type { ActKind } from '#domain/platform-act.ts'
import { UBER_ASSIGN_SCOPES, UBER_CASH_READ_SCOPES, UBER_CASH_SCOPES, UBER_FLEET_SCOPES } from './uber-scopes.ts'

/** An act wanted of a platform, in its own names: the company, the driver, and the plate of a car in letters and digits. */
export type WantedAct = { kind: ActKind; company: string; driver: string; plate: string | null }

/**
 * Result of an act that was sent. `done`: the platform took it. `refused`: it did not, with its own word. `later`: it
 * did nothing and asks us to wait. `unknown`: it may have done it.
 */
export type ActAnswer =
  | { is: 'done' }
  | { is: 'refused'; trouble: 'credentials' | 'access' | 'answer'; detail: string }
  | { is: 'later'; detail: string; wait: Temporal.Duration | null }
  | { is: 'unknown'; detail: string }

/** An act that was checked before it is sent. `isSo`: whether it is already done there; `null` where that cannot be read. */
export type PreparedAct = { isSo: boolean | null; send: () => Promise<ActAnswer> }

/**
 * Port for acts, beside the one for reading. `prepare` only reads: it throws `ConnectionFault` and then nothing was
 * sent; `refused` names what the platform does not know. `send` sends once and never throws for an answer of the
 * platform.
 */
export type ActPort = { prepare: (act: WantedAct) => Promise<PreparedAct | { refused: string }> }

/**
 * Acts that a platform's interface can do, as far as it is documented (docs/decisions/260), each with the scopes that
 * its portal must allow. Everything else is done by hand in the portal: Bolt's interface only reads, and neither
 * invites drivers.
 */
export const BY_INTERFACE: Readonly<Record<Platform, Partial<Record<ActKind, readonly string[]>>>> = {
  uber: {
    'cash-off': [...UBER_CASH_SCOPES, ...UBER_CASH_READ_SCOPES, ...UBER_FLEET_SCOPES],
    'cash-on': [...UBER_CASH_SCOPES, ...UBER_CASH_READ_SCOPES, ...UBER_FLEET_SCOPES],
    assign: [...UBER_ASSIGN_SCOPES, ...UBER_FLEET_SCOPES],
    unassign: [...UBER_ASSIGN_SCOPES, ...UBER_FLEET_SCOPES],
  },
  bolt: {},
}

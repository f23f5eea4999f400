import type { Platform } from '#domain/performance.ts'
import type { ActKind } from '#domain/platform-act.ts'
import { UBER_ASSIGN_SCOPES, UBER_CASH_READ_SCOPES, UBER_CASH_SCOPES, UBER_FLEET_SCOPES } from './uber-scopes.ts'

/** What is wanted of a platform, by its own names: the company, the driver, and of a car the letters and digits of its plate. */
export type WantedAct = { kind: ActKind; company: string; driver: string; plate: string | null }

/**
 * What became of an act that was sent. `done`: the platform took it. `refused`: it did not, by its own word. `later`: it did nothing and
 * asks to wait. `unknown`: it may have done it and nobody knows.
 */
export type ActAnswer =
  | { is: 'done' }
  | { is: 'refused'; trouble: 'credentials' | 'access' | 'answer'; said: string }
  | { is: 'later'; said: string; wait: Temporal.Duration | null }
  | { is: 'unknown'; said: string }

/** An act that was looked at before it is sent. `isSo`: whether it is so there already; `null` where that cannot be read. */
export type PreparedAct = { isSo: boolean | null; send: () => Promise<ActAnswer> }

/**
 * The port of acts beside the reading one. `prepare` reads alone: what it throws is `ConnectionFault`, and nothing was sent then; `refused`
 * says by its word what is not known there. `send` sends once and never throws for what the platform says.
 */
export type ActPort = { prepare: (act: WantedAct) => Promise<PreparedAct | { refused: string }> }

/**
 * What a platform's interface does by what is written of it (docs/decisions/260), each with what its portal has to allow. Everything else is
 * done by hand in the portal: Bolt's interface reads alone, and neither invites.
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

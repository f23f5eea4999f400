import { BOLT_SCOPE } from './bolt-scope.ts'
import {
  UBER_ASSIGN_SCOPES,
  UBER_CASH_READ_SCOPES,
  UBER_CASH_SCOPES,
  UBER_DRIVER_SCOPES,
  UBER_FLEET_SCOPES,
  UBER_REPORT_SCOPES,
} from './uber-scopes.ts'

/** Platforms that are asked automatically, each with the scopes that its portal must allow. */
export const PROVIDERS = ['uber', 'bolt', 'cartrack', 'traccar'] as const
export type Provider = (typeof PROVIDERS)[number]

export const SCOPES_OF: Readonly<Record<Provider, readonly string[]>> = {
  uber: [
    ...[...UBER_REPORT_SCOPES, ...UBER_DRIVER_SCOPES, ...UBER_FLEET_SCOPES],
    ...[...UBER_ASSIGN_SCOPES, ...UBER_CASH_SCOPES, ...UBER_CASH_READ_SCOPES],
  ],
  bolt: [BOLT_SCOPE],
  // The password is for the whole interface, which has no scopes.
  cartrack: [],
  // A token is for everything that its person sees.
  traccar: [],
}

/** Credentials that a platform's portal made for the fleet. For a server of the operator's own `clientId` is its address. */
export type Credentials = { clientId: string; clientSecret: string }

/** A company of ours as a platform knows it: by its own identifier, and by a name if it gives one. */
export type PlatformCompany = { id: string; name: string | null }

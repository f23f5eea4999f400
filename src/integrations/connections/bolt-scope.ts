/** Scope of credentials from Bolt's portal: to read the fleet, and to change nothing. */
export const BOLT_SCOPE = 'fleet-integration:api'

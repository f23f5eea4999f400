/** What credentials of Bolt's portal are allowed: to read the fleet, and to change nothing. */
export const BOLT_SCOPE = 'fleet-integration:api'

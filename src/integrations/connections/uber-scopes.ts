/** What credentials of Uber are allowed to have made and to fetch: reports of the fleet, and which companies it has. */
export const UBER_REPORT_SCOPES = ['solutions.suppliers.reports', 'vehicle_suppliers.organizations.read'] as const

/** How each driver stands. Whoever is not given this gets the reports all the same. */
export const UBER_DRIVER_SCOPES = ['solutions.suppliers.drivers.status.read'] as const

/** Which drivers and cars the fleet has and who has which: needed to do anything there, and for nothing else. */
export const UBER_FLEET_SCOPES = ['solutions.suppliers.metrics.read'] as const

/** Giving a car to a driver, and taking it. */
export const UBER_ASSIGN_SCOPES = ['vehicle_suppliers.vehicles.assignment'] as const

/** Switching cash trips of a driver off and on, and reading which are off. */
export const UBER_CASH_SCOPES = ['vehicle_suppliers.cash_block.write'] as const
export const UBER_CASH_READ_SCOPES = ['vehicle_suppliers.cash_block.read'] as const

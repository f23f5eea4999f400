/** Scopes of Uber for making and fetching reports of the fleet, and for listing its companies. */
export const UBER_REPORT_SCOPES = ['solutions.suppliers.reports', 'vehicle_suppliers.organizations.read'] as const

/** Scope for the state of each driver. Without it the reports still come. */
export const UBER_DRIVER_SCOPES = ['solutions.suppliers.drivers.status.read'] as const

/** Scope for listing the fleet's drivers and cars and who has which: needed before any act, and for nothing else. */
export const UBER_FLEET_SCOPES = ['solutions.suppliers.metrics.read'] as const

/** Scope for giving a car to a driver, and taking it away. */
export const UBER_ASSIGN_SCOPES = ['vehicle_suppliers.vehicles.assignment'] as const

/** Scope for switching a driver's cash trips off and on, and for reading which are off. */
export const UBER_CASH_SCOPES = ['vehicle_suppliers.cash_block.write'] as const
export const UBER_CASH_READ_SCOPES = ['vehicle_suppliers.cash_block.read'] as const

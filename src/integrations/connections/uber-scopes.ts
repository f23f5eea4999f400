/** What credentials of Uber are allowed to have made and to fetch: reports of the fleet, and which companies it has. */
export const UBER_REPORT_SCOPES = ['solutions.suppliers.reports', 'vehicle_suppliers.organizations.read'] as const

/** How each driver stands. Whoever is not given this gets the reports all the same. */
export const UBER_DRIVER_SCOPES = ['solutions.suppliers.drivers.status.read'] as const

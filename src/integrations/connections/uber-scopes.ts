/** What credentials of Uber are allowed to have made and to fetch: reports of the fleet, and which companies it has. */
export const UBER_REPORT_SCOPES = ['solutions.suppliers.reports', 'vehicle_suppliers.organizations.read'] as const

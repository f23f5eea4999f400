import type { Change } from '#features/audit/commands.server.ts'

/** Notes that all data of a person was taken along: whose, by whom, and why where the office did it; never the data. */
export function noteExport(change: Change, driverId: string, reason: string | null): void {
  change.note({
    subject: `driver:${driverId}`,
    after: { revealed: 'everything', ...(reason === null ? {} : { reason }) },
  })
}

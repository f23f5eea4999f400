import { listDriverRecords } from '#features/fleet/drivers/queries.server.ts'
import { driverRecord } from '#features/fleet/drivers/schema.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { FLEET } from './fleet.tsx'
import { listDriverRows } from './listed.server.ts'

/** The drivers that the page shows, as a file, with the other fields of their records. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const [rows, records] = await readFileFromStandby(context, (on) =>
    Promise.all([listDriverRows(request, now, on), listDriverRecords(on)]),
  )
  return listFile(FLEET, rows, request, t, { of: driverRecord, kept: ({ id }) => records.get(id) })
})

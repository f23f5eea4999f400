import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { CARS } from './cars.tsx'
import { listedCars } from './listed.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'

/** The cars that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(CARS, await readFileFromStandby(context, (on) => listedCars(now, on)), request, t, {
    of: vehicleRecord,
    kept: (row) => row,
  }),
)

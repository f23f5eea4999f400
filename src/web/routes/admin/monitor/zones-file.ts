import { listZones, typedZone } from '#features/positions/zones/queries.server.ts'
import { zoneRecord } from '#features/positions/zones/schema.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/zones-file.ts'
import { ZONES } from './zones-listed.tsx'

/** The zones that the page shows, as a file, with the corners of each. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) =>
  listFile(ZONES, await listZones(), request, t, { of: zoneRecord, kept: typedZone }),
)

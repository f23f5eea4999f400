import type { Reader } from '#features/system/standby/queries.server.ts'
import { listDrivers, listGoneDrivers, nifIndexOf } from '#features/fleet/drivers/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import { readListView } from '#web/parts/list-view.ts'
import type { Listed } from './fleet.tsx'

/** All drivers, with whether they may drive, and the owner of a NIF that was typed; those who are gone come last. */
export async function listDriverRows(request: Request, now: Temporal.Instant, on?: Reader): Promise<Listed[]> {
  const { q } = readListView(new URL(request.url), '')
  const wanted = nifIndexOf(q.replaceAll(/\D/g, '') || null)
  const [here, gone, driving] = await Promise.all([
    listDrivers(now, on),
    listGoneDrivers(now, on),
    listDriving(now, on),
  ])
  return [...here, ...gone].map((driver) => ({
    ...driver,
    driving: driving.drivers.get(driver.id) ?? null,
    byNif: driver.nifIndex !== null && driver.nifIndex === wanted ? q : null,
  }))
}

import { z } from 'zod'
import { dataPath, env, isProduction } from '#platform/env.server.ts'
import { readIfExists } from '#platform/process.ts'
import type { Guest } from './schema.ts'

/** The accounts of the invented fleet, as its seed wrote them (`demo/seed.server.ts`). */
const signIns = z.object({
  adminEmail: z.string(),
  adminPassword: z.string(),
  driverEmail: z.string(),
  driverPassword: z.string(),
})

/** Whether this installation holds the invented fleet, and is no real one. */
export function isDemonstration(): boolean {
  return readSignIns() !== null
}

/** The e-mail and password of a guest; `null` in a real installation. */
export function findGuest(guest: Guest): { email: string; password: string } | null {
  const known = readSignIns()
  if (!known) return null
  return guest === 'office'
    ? { email: known.adminEmail, password: known.adminPassword }
    : { email: known.driverEmail, password: known.driverPassword }
}

/** Read each time, as it is one small file, and pages for visitors are kept in memory. */
function readSignIns(): z.output<typeof signIns> | null {
  if (isProduction() || env().DATABASE_URL) return null
  const written = readIfExists(dataPath('demo', 'sign-ins.json'))
  return written === null ? null : (signIns.safeParse(JSON.parse(written)).data ?? null)
}

import { createHash } from 'node:crypto'
import { closeDatabase } from '#db/client.server.ts'
import { ADMIN_EMAIL } from '../src/demo/fleet.ts'
import { seedDemo } from '../src/demo/seed.server.ts'
import { simulateOffice } from './simulated-office.ts'
import { HALF_A_YEAR, manyDrivers } from './many-people.ts'
import { asOwner } from './world.ts'

/**
 * Fills `VOLANTE_DATA` with the demonstration at the size of a real fleet, and with what half a year leaves besides its
 * weeks: `node bench/simulated-world.ts 200 26`; with a token, the office is signed in too. `npm start` on that folder
 * serves it, with the sign-ins of `demo/sign-ins.json`.
 */
// A bench works as in production, where there is no demonstration and none of the stand-ins for its platforms.
process.env['VOLANTE_MODE'] = 'development'
const [drivers = '200', weeks = String(HALF_A_YEAR), adminToken] = process.argv.slice(2)
await seedDemo({ weeks: Number(weeks), drivers: manyDrivers(Number(drivers)) })
await simulateOffice(Temporal.Now.instant(), Number(weeks))
if (adminToken) {
  await asOwner((owner) =>
    owner.query(
      `insert into sessions (id_hash, uid, role, created_at, seen_at, signed_in_at, expires_at, with_second_factor)
       select $1, uid, role, now(), now(), now(), now() + interval '8 hours', true from users where email = $2`,
      [createHash('sha256').update(adminToken).digest(), ADMIN_EMAIL],
    ),
  )
}
await closeDatabase()

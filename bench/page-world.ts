import { createHash } from 'node:crypto'
import { closeDatabase } from '#db/client.server.ts'
import { nextWeek } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { driverAt } from './site.ts'
import { WEEK, asOwner, fillFleet, fillWeek } from './world.ts'

/**
 * A fleet with one approved week and one to do. The administrator and all drivers are signed in by the tokens given:
 * the token of a driver is `driverToken` followed by the driver's number (`driverAt`).
 */
const [drivers, adminToken, driverToken] = process.argv.slice(2)
const signedIn = (uid: string, role: 'admin' | 'driver', token: string) =>
  `insert into sessions (id_hash, uid, role, created_at, seen_at, signed_in_at, expires_at, with_second_factor)
   values ('\\x${createHash('sha256').update(token).digest('hex')}', '${uid}', '${role}', now(), now(), now(), now() + interval '8 hours', true);`
const everybody = Array.from({ length: Number(drivers) }, (_, index) => index + 1)

await asOwner(async (owner) => {
  await fillFleet(owner, Number(drivers))
  await fillWeek(owner, WEEK)
  await fillWeek(owner, nextWeek(WEEK))
  await owner.query(`
    insert into users (uid, email, email_verified, role) values ('admin', 'admin@example.org', true, 'admin');
    insert into users (uid, email, email_verified, role) select ref, lower(ref) || '@example.org', true, 'driver' from drivers;
    update drivers set uid = ref;
    ${signedIn('admin', 'admin', adminToken!)} ${everybody.map((at) => signedIn(`D${at}`, 'driver', driverAt(driverToken!, at))).join(' ')}
    analyze`)
})
await carryOut(
  { actor: COMMAND_LINE, action: 'week.approve', now: Temporal.Instant.from('2026-06-08T09:00:00Z') },
  async (change) => {
    await approveWeek(change, WEEK, { leaveUnmatched: false })
    return null
  },
)
await closeDatabase()

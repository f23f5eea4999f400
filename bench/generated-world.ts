import { createHash } from 'node:crypto'
import { closeDatabase } from '#db/client.server.ts'
import { previousWeek } from '#domain/week.ts'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { WEEK, asOwner, fillFleet, fillStrangers, fillWeek, handOver } from './world.ts'

/**
 * A fleet of `drivers` drivers after `weeks` weeks, all but the newest approved and paid, each with passages of cars
 * that nobody has. An administrator and a driver are signed in by the two tokens given.
 */
const [drivers, weeks, adminToken, driverToken] = process.argv.slice(2)
const signedIn = (uid: 'admin' | 'driver', token: string) =>
  `insert into sessions (id_hash, uid, role, created_at, seen_at, signed_in_at, expires_at, with_second_factor)
   values ('\\x${createHash('sha256').update(token).digest('hex')}', '${uid}', '${uid}', now(), now(), now(), now() + interval '8 hours', true);`

await asOwner(async (owner) => {
  await fillFleet(owner, Number(drivers))
  await owner.query(`
    insert into users (uid, email, email_verified, role) values ('admin', 'admin@example.org', true, 'admin'), ('driver', 'd1@example.org', true, 'driver');
    update drivers set uid = 'driver' where ref = 'D1';
    ${signedIn('admin', adminToken!)} ${signedIn('driver', driverToken!)}`)
  const all = Array.from({ length: Number(weeks) }, (_, ago) => previousWeek(WEEK, ago)).toReversed()
  await handOver(owner, all)
  for (const [index, week] of all.entries()) {
    await fillWeek(owner, week)
    await fillStrangers(owner, week)
    if (week === WEEK) continue
    if (index % 20 === 1) await owner.query('analyze')
    await carryOut(
      { actor: COMMAND_LINE, action: 'week.approve', now: Temporal.Instant.from('2026-06-08T09:00:00Z') },
      async (change) => {
        await approveWeek(change, week, { leaveUnmatched: true })
        return confirmBatch(change, (await exportBatch(change, week)).batchId)
      },
    )
  }
  await owner.query('vacuum analyze')
})
await closeDatabase()

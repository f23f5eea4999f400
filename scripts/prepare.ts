/**
 * Makes the database and the demonstration fleet during the first build of the site, which saves a newcomer a third of
 * the wait. The site makes whatever it does not find, so nothing depends on this.
 */
import { claimSite } from '#db/claim.server.ts'
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { seedDemo } from '#demo/seed.server.ts'
import { env, isProduction } from '#platform/env.server.ts'

// A half-made fleet would look like somebody's own data: once begun, this runs to its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Nobody relies on a single one of these writes, so they need not wait for the disk one by one. If the power fails in
// this half minute, half a fleet would be lost anyway; closing the database writes everything to the disk.
process.env['PGOPTIONS'] ??= '-c synchronous_commit=off'

if (!isProduction() && !env().DATABASE_URL) {
  await openDatabase()
  const claim = await claimSite()
  if (claim) {
    await seedDemo()
    await claim.leave()
  }
  await closeDatabase()
}

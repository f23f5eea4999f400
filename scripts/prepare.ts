/**
 * Makes the database and the demonstration fleet while the site is built for the first time: a newcomer waits a third less.
 * The site makes what it does not find, so nothing depends on this.
 */
import { claimSite } from '#db/claim.server.ts'
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { seedDemo } from '#demo/seed.server.ts'
import { env, isProduction } from '#platform/env.server.ts'

// A fleet that was made by half would be taken for somebody's own: what began goes on to its end.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

// Nobody is told of a single one of these writes: they need not wait for the disk one by one. What is lost with the machine's power
// in this half minute would be half a fleet in any case; closing the database writes all of it down.
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

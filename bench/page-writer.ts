import { sql } from 'kysely'
import { db } from '#db/client.server.ts'

/** Somebody who writes a hundred times a second: nothing that was read counts as unchanged. Goes on until it is ended. */
for (;;) {
  await sql`select pg_current_xact_id()`.execute(db)
  await new Promise((done) => setTimeout(done, 10))
}

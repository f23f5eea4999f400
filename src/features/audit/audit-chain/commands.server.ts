import { appendFile } from 'node:fs/promises'
import { db } from '#db/client.server.ts'
import { anchorsPath, notedAnchors, readHead } from './queries.server.ts'

/**
 * Appends the head of the log to a file outside the database, so that the check finds out when somebody rewrites the
 * log in the database.
 */
export async function noteHead(now: Temporal.Instant): Promise<void> {
  const head = await readHead(db)
  const last = (await notedAnchors()).at(-1)
  if (head && (last?.seq !== head.seq || last.hash !== head.hash))
    await appendFile(anchorsPath(), `${now.round('second').toString()} ${head.seq}:${head.hash}\n`, { mode: 0o600 })
}

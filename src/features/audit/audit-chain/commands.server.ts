import { appendFile } from 'node:fs/promises'
import { db } from '#db/client.server.ts'
import { anchorsPath, notedAnchors, readHead } from './queries.server.ts'

/** Notes the head of the log outside the database, so that rewriting the log in the database is found out. */
export async function noteHead(now: Temporal.Instant): Promise<void> {
  const head = await readHead(db)
  const last = (await notedAnchors()).at(-1)
  if (head && (last?.seq !== head.seq || last.hash !== head.hash))
    await appendFile(anchorsPath(), `${now.round('second').toString()} ${head.seq}:${head.hash}\n`, { mode: 0o600 })
}

import { appendFile } from 'node:fs/promises'
import { db } from '#db/client.server.ts'
import { anchorsPath, readHead } from './queries.server.ts'

/** Notes the head of the log outside the database, so that whoever writes the log anew there is found out. */
export async function noteHead(now: Temporal.Instant): Promise<void> {
  const head = await readHead(db)
  if (head)
    await appendFile(anchorsPath(), `${now.round('second').toString()} ${head.seq}:${head.hash}\n`, { mode: 0o600 })
}

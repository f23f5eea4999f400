import { firstOf } from '#domain/certain.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#platform/log.ts'
import { WATCHED, databaseUrl } from './client.server.ts'

/** Milliseconds between two tries. */
const RETRY = 1_000
/** Tries before the place counts as somebody else's. */
const PATIENCE = 10

/**
 * Takes the one place there is for a site on a database, for as long as this process lives: a second would take the first
 * one's work for abandoned and do it again, and has not the files that lie in the folder of the first. The database gives it back
 * when the process is gone, however it went; a site whose connection is lost goes on and takes its place again. The command line
 * asks for none. Answers the way to leave it, or `null` when another process has it after so many tries.
 */
export async function claimSite(patience = PATIENCE): Promise<(() => Promise<void>) | null> {
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isLeaving = false

  async function claim(): Promise<boolean> {
    const next = new pg.Client({ connectionString: await databaseUrl(), ...WATCHED, application_name: 'volante' })
    next.on('error', () => {
      if (client !== next) return
      client = null
      retry = setTimeout(() => void again(), RETRY)
    })
    await next.connect()
    const { rows } = await next.query<{ isMine: boolean }>(
      `select pg_try_advisory_lock(hashtext('site'), 0) as "isMine"`,
    )
    if (firstOf(rows).isMine) client = next
    else await next.end()
    return firstOf(rows).isMine
  }

  async function again(): Promise<void> {
    if (isLeaving) return
    const isMine = await claim().catch(() => false)
    if (isMine) return
    log.debug('the place of the site is not there again yet')
    retry = setTimeout(() => void again(), RETRY)
  }

  // One that was killed a moment ago still has it until the database notices.
  for (let tries = 0; !(await claim()); tries++) {
    if (tries >= patience) return null
    await pause(RETRY)
  }
  return async () => {
    isLeaving = true
    clearTimeout(retry)
    const last = client
    client = null
    await last?.end().catch(() => undefined)
  }
}

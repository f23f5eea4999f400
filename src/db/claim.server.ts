import { firstOf } from '#domain/certain.ts'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { log } from '#platform/log.ts'
import { WATCHED, databaseUrl } from './client.server.ts'

/** Milliseconds between two tries. */
const RETRY_MS = 1_000
/** Number of tries before all places count as taken by others. */
const PATIENCE = 10

export type Claim = { place: number; leave: () => Promise<void> }

/**
 * Takes one of the places for sites on a database (`places`, 1 where nothing else is set), for as long as this process
 * lives. The database gives the place back when the process is gone, however it ended; a site that loses its connection
 * goes on and takes its place again. The command line takes none. `url` answers where the database is. Answers the
 * place, counted from 0, and the way to leave it; `null` if after `patience` tries other processes still have them all.
 */
export async function claimSite({ places = 1, patience = PATIENCE, url = databaseUrl } = {}): Promise<Claim | null> {
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isLeaving = false

  /** Takes the first free one of these places, or answers `null`. */
  async function claim(among: readonly number[]): Promise<number | null> {
    const next = new pg.Client({ connectionString: await url(), ...WATCHED, application_name: 'volante' })
    let mine: number | null = null
    next.on('error', () => {
      if (client !== next || mine === null) return
      client = null
      const place = mine
      retry = setTimeout(() => void again(place), RETRY_MS)
    })
    await next.connect()
    for (const place of among) {
      const { rows } = await next.query<{ isMine: boolean }>(
        `select pg_try_advisory_lock(hashtext('site'), $1) as "isMine"`,
        [place],
      )
      if (!firstOf(rows).isMine) continue
      mine = place
      client = next
      return place
    }
    await next.end()
    return null
  }

  async function again(place: number): Promise<void> {
    if (isLeaving) return
    if ((await claim([place]).catch(() => null)) !== null) return
    log.debug('the place of the site is not there again yet')
    retry = setTimeout(() => void again(place), RETRY_MS)
  }

  // A site that was killed a moment ago keeps its place until the database notices.
  const all = Array.from({ length: places }, (_, place) => place)
  let place = await claim(all)
  for (let tries = 0; place === null; tries++) {
    if (tries >= patience) return null
    await pause(RETRY_MS)
    place = await claim(all)
  }
  const leave = async () => {
    isLeaving = true
    clearTimeout(retry)
    const last = client
    client = null
    await last?.end().catch(() => undefined)
  }
  return { place, leave }
}

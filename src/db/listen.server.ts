import pg from 'pg'
import { log } from '#platform/log.ts'
import { WATCHED, databaseUrl } from './client.server.ts'

const RETRY = 1_000

/**
 * Calls `onNotice` whenever any process of this installation sends a notice on a channel (`notify CHANNEL` in SQL), and
 * after a lost connection came back, because a notice may have been missed meanwhile. Answers a function that stops it.
 * `url`: where to listen, for callers that listen before the database is open.
 */
export async function listenTo(
  channel: string,
  onNotice: () => void,
  url: () => Promise<string> = databaseUrl,
): Promise<() => Promise<void>> {
  let client: pg.Client | null = null
  let retry: NodeJS.Timeout | undefined
  let isStopped = false

  async function connect(): Promise<void> {
    const connectionString = await url()
    const next = new pg.Client({ connectionString, ...WATCHED, application_name: 'volante listener' })
    const lost = () => {
      if (client !== next) return
      client = null
      retry = setTimeout(() => void again(), RETRY)
    }
    next.on('notification', onNotice)
    next.on('error', lost)
    next.on('end', lost)
    await next.connect()
    await next.query(`listen ${pg.escapeIdentifier(channel)}`)
    client = next
  }

  async function again(): Promise<void> {
    if (isStopped) return
    try {
      await connect()
      onNotice()
    } catch (error) {
      log.debug({ err: error }, 'listening again failed')
      retry = setTimeout(() => void again(), RETRY)
    }
  }

  await connect()
  return async () => {
    isStopped = true
    clearTimeout(retry)
    const last = client
    client = null
    await last?.end().catch(() => undefined)
  }
}

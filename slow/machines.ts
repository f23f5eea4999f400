/**
 * Sites of one installation as on machines of their own: a folder for each, one PostgreSQL, one bucket, one place for
 * copies, one mail server. A request goes to the next site where one refuses connections or ends in the middle, as
 * through a proxy.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { joinCluster } from '#db/cluster.server.ts'
import { sealOf } from '#integrations/seal/certificate.ts'
import { keyRing } from '#platform/field-keys.server.ts'
import { aBucket } from '#test/bucket-server.ts'
import { aMailServer } from '#test/mail-server.ts'
import { type Office, office } from '../e2e/office.ts'
import { ended } from '../e2e/site.ts'

export type Machine = { child: ChildProcess; url: string; said: () => string }

/** The error codes of a connection to a site that is not there, or that ends in the middle. */
const AWAY: ReadonlySet<unknown> = new Set(['ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET'])

/** The answer to `ask`; `null` when the site is away. */
export async function nullWhenAway<Answer>(ask: () => Promise<Answer>): Promise<Answer | null> {
  try {
    return await ask()
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
    if (cause instanceof Error && 'code' in cause && AWAY.has(cause.code)) return null
    throw error
  }
}

/** Everything that `count` sites share; no site is started yet. */
export async function machines(count: number) {
  const folder = (name: string) => mkdtempSync(join(tmpdir(), `volante-sites-${name}-`))
  const [base, copies] = [folder('base'), folder('copies')]
  const own = Array.from({ length: count }, (_, index) => folder(String(index)))
  const cluster = await joinCluster(base)
  const bucket = await aBucket()
  const mail = await aMailServer()
  process.env['VOLANTE_DATA'] = base
  await sealOf('Frota', Temporal.Now.instant())
  keyRing()

  const shared = {
    ...bucket.settings,
    NODE_ENV: 'production',
    VOLANTE_MODE: 'development',
    LOG_LEVEL: 'error',
    SITES: String(count),
    PUBLIC_URL: 'http://localhost:4000',
    DATABASE_URL: cluster.appUrl,
    DATABASE_OWNER_URL: cluster.ownerUrl,
    FILES_STORE: 's3://frota/one',
    APP_SECRET: 'what the sites seal with, said to each of them',
    FIELD_KEYS_FILE: join(base, 'field-keys'),
    VOLANTE_SEAL_KEY: join(base, 'seal.pem'),
    VOLANTE_SEAL_CERTIFICATE: join(base, 'seal.pem'),
    BACKUP_TO: copies,
    BACKUP_PASSPHRASE: 'words that open the copies of both',
    SMTP_URL: mail.url,
    MAIL_FROM: 'frota@example.org',
  }

  /** Starts a site and waits until it serves or has ended. */
  async function startIn(data: string, settings: Record<string, string> = {}): Promise<Machine> {
    let said = ''
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', 'build/server/index.js'], {
      env: { ...process.env, ...shared, ...settings, VOLANTE_DATA: data, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    child.stdout.on('data', (chunk) => (said += chunk))
    child.stderr.on('data', (chunk) => (said += chunk))
    while (!said.includes(shared.PUBLIC_URL) && child.exitCode === null) await pause(50)
    const { port } =
      child.exitCode === null
        ? (JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { port: number })
        : { port: 0 }
    return { child, url: `http://localhost:${port}`, said: () => said }
  }

  const sites: Machine[] = []
  const leave = () => {
    for (const { child } of sites) child.kill('SIGKILL')
    // After a failed series no site is left that would end the database: end it here.
    process.kill(Number(readFileSync(join(base, 'db', 'postmaster.pid'), 'utf8').split('\n', 1)[0]), 'SIGINT')
  }
  process.once('exit', leave)
  let cookie = ''
  let retried = 0
  const at = (index: number): Office => office(sites[index]!.url, cookie)
  return {
    sites,
    ownerUrl: cluster.ownerUrl,
    mails: mail.received,
    folder,
    startIn,
    start: async (index: number) => {
      sites[index] = await startIn(own[index]!)
    },
    kill: async (index: number) => {
      const { child } = sites[index]!
      const gone = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGKILL')
      await gone
    },
    end: (index: number) => ended(sites[index]!.child),
    /** The command line, as on that machine. */
    volante: async (index: number, ...args: string[]): Promise<string> => {
      const words = ['--disable-warning=ExperimentalWarning', 'src/cli.ts', '--data', own[index]!, ...args]
      return (await promisify(execFile)(process.execPath, words, { env: { ...process.env, ...shared } })).stdout
    },
    signedInAs: (session: string) => {
      cookie = session
    },
    at,
    /**
     * Asks the next site where one refuses connections or ends in the middle: a form that is sent again has the same
     * key, and is carried out once.
     */
    balanced: async (ask: (site: Office) => Promise<Response>, first: number): Promise<number> => {
      for (let turn = 0; turn < count; turn++) {
        const status = await nullWhenAway(async () => {
          const answer = await ask(at((first + turn) % count))
          await answer.arrayBuffer()
          return answer.status
        })
        if (status !== null) return status
        retried += 1
      }
      return 0
    },
    retried: () => retried,
    stop: async () => {
      process.off('exit', leave)
      await Promise.all(sites.map(({ child }) => ended(child)))
      await mail.close()
      await bucket.stop()
      await cluster.leave()
      for (const name of [base, copies, ...own]) rmSync(name, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { type Cluster, joinCluster } from '#db/cluster.server.ts'
import { migrate } from '#db/migrate.server.ts'

/**
 * One embedded PostgreSQL for a whole test run; every test process gets a database of its own, cloned from a migrated
 * one.
 */
type Run = { folder: string; cluster: Cluster; projects: number }
/**
 * Vitest reads this file once for each project that names it: the first one starts the database, the last one removes
 * it.
 */
const run = globalThis as { volanteRun?: Promise<Run> }

export async function setup({ provide }: { provide: (key: 'ownerUrl' | 'appUrl', value: string) => void }) {
  run.volanteRun ??= begin()
  const begun = await run.volanteRun
  begun.projects++
  provide('ownerUrl', begun.cluster.ownerUrl)
  provide('appUrl', begun.cluster.appUrl)
}

async function begin(): Promise<Run> {
  const folder = mkdtempSync(join(tmpdir(), 'volante-test-'))
  const cluster = await joinCluster(folder)
  await forgetTheDisk(cluster.ownerUrl)
  await migrate(cluster.ownerUrl)
  return { folder, cluster, projects: 0 }
}

export async function teardown() {
  const begun = await run.volanteRun
  if (!begun || --begun.projects > 0) return
  await begun.cluster.leave()
  rmSync(begun.folder, { recursive: true, force: true })
}

/** Tables with rows that the migrations wrote and that a user may change. */
export const WRITTEN = [
  'erasable',
  'paper_kinds',
  'paper_rules',
  'recruitment_stages',
  'recruitment_texts',
  'car_age_limits',
  'working_time_limits',
] as const

/** Turns off waiting for the disk: nothing here outlives the run. */
export async function forgetTheDisk(ownerUrl: string) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await owner.query(`alter system set ${setting} = off`)
  await owner.query('select pg_reload_conf()')
  await owner.end()
}

/** Clones the migrated database under a fresh name; answers its addresses for both roles. */
export async function cloneDatabase(ownerUrl: string, appUrl: string): Promise<{ ownerUrl: string; appUrl: string }> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const maintenance = new pg.Client({ connectionString: at(ownerUrl, 'postgres') })
  await maintenance.connect()
  await maintenance.query(`create database ${name} template volante strategy file_copy`)
  await maintenance.end()
  return { ownerUrl: at(ownerUrl, name), appUrl: at(appUrl, name) }
}

/** The address of another database of the cluster, with everything else as in `url`. */
function at(url: string, database: string): string {
  const address = new URL(url)
  address.pathname = `/${database}`
  return address.href
}

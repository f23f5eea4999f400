/** Writes src/db/types.ts from a freshly migrated embedded database. Run it after adding a migration. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinCluster } from '#db/cluster.server.ts'
import { migrate } from '#db/migrate.server.ts'

const TARGET = process.argv[2] ?? 'src/db/types.ts'
const folder = mkdtempSync(join(tmpdir(), 'volante-types-'))
const cluster = await joinCluster(folder)
try {
  await migrate(cluster.ownerUrl)
  const flags = [
    '--dialect',
    'postgres',
    '--include-pattern',
    'public.*',
    '--date-parser',
    'string',
    '--log-level',
    'error',
  ]
  execFileSync('node_modules/.bin/kysely-codegen', ['--url', cluster.ownerUrl, '--out-file', TARGET, ...flags], {
    stdio: 'inherit',
  })
  // As the type parsers of client.server.ts read them.
  const types = readFileSync(TARGET, 'utf8')
    .replace(/^export type Int8 = .*$/m, 'export type Int8 = ColumnType<number, number, number>;')
    .replace(
      /^export type Timestamp = .*$/m,
      'export type Timestamp = ColumnType<Temporal.Instant, Temporal.Instant | string, Temporal.Instant | string>;',
    )
  writeFileSync(TARGET, types)
} finally {
  await cluster.leave()
  rmSync(folder, { recursive: true, force: true })
}

/**
 * Writes src/db/types.ts from a freshly migrated embedded database; run it after adding a migration.
 * With `--check` it only says whether the file is what the migrations give.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { joinCluster } from '#db/cluster.server.ts'
import { migrate } from '#db/migrate.server.ts'

const KEPT = 'src/db/types.ts'
const checks = process.argv.includes('--check')
const folder = mkdtempSync(join(tmpdir(), 'volante-types-'))
const target = checks ? join(folder, 'types.ts') : KEPT
const cluster = await joinCluster(folder)
try {
  await migrate(cluster.ownerUrl)
  const flags = [
    '--dialect',
    'postgres',
    '--include-pattern',
    'public.*',
    // Invariants are called by their number, not by name, so they need no types.
    '--exclude-pattern',
    '(invariant_*|guards_missing)',
    '--date-parser',
    'string',
    '--log-level',
    'error',
  ]
  execFileSync('node_modules/.bin/kysely-codegen', ['--url', cluster.ownerUrl, '--out-file', target, ...flags], {
    stdio: 'inherit',
  })
  // Use the types that the parsers of client.server.ts make.
  const types = readFileSync(target, 'utf8')
    .replace(/^export type Int8 = .*$/m, 'export type Int8 = ColumnType<number, number, number>;')
    .replace(
      /^export type Timestamp = .*$/m,
      'export type Timestamp = ColumnType<Temporal.Instant, Temporal.Instant | string, Temporal.Instant | string>;',
    )
  writeFileSync(target, types)
  if (checks && types !== readFileSync(KEPT, 'utf8')) {
    console.error(`${KEPT} is not what the migrations give: run npm run db:types`)
    process.exitCode = 1
  }
} finally {
  await cluster.leave()
  rmSync(folder, { recursive: true, force: true })
}

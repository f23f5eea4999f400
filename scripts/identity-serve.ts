/**
 * `npm run identity:serve -- --port N [--project demo-x] [--data DIR]`: the embedded identity service on a port of this
 * machine, for clients of the hosted one: `connectAuthEmulator(auth, 'http://127.0.0.1:N')`. It takes `Bearer owner` for
 * the office, shows every code and clears every account: refused in production. Without `--data` all of it is gone at the end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { serveIdentity } from '#integrations/identity/embedded/serve.ts'
import { isProduction } from '#platform/env.server.ts'

const { values } = parseArgs({
  options: { port: { type: 'string' }, project: { type: 'string', default: 'demo-volante' }, data: { type: 'string' } },
})
const port = Number(values.port)
if (values.port === undefined || !Number.isInteger(port) || port < 0 || port > 65_535) {
  console.error('Say where: --port N (0 takes a free one).')
  process.exit(2)
}
if (isProduction()) {
  console.error('Not in production: it lets anybody on this machine be the office.')
  process.exit(1)
}

// Never the database of an installation: one of its own, in a folder of its own.
delete process.env['DATABASE_URL']
delete process.env['DATABASE_OWNER_URL']
const temporary = values.data === undefined ? mkdtempSync(join(tmpdir(), 'volante-identity-')) : null
process.env['VOLANTE_DATA'] = temporary ?? resolve(values.data!)

await openDatabase()
const service = await serveIdentity({ port, projectId: values.project })
console.log(`${service.url} · project ${values.project} · Authorization: Bearer owner`)

async function stop() {
  await service.close()
  await closeDatabase()
  if (temporary) rmSync(temporary, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop())

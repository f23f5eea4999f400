/**
 * `npm run identity:serve -- --port N [--project demo-x] [--data DIR] [--policy none|default|JSON] [--privacy on|off]
 * [--sign-up anyone|office] [--google CLIENT-ID]`: the embedded identity service on a port of this machine, for clients of
 * the hosted one: `connectAuthEmulator(auth, 'http://127.0.0.1:N')`. It takes `Bearer owner` for the office, shows every
 * code and clears every account: refused in production, and for a folder that is not its own. Without `--data` all of it is
 * gone at the end. Where it differs
 * from the hosted service: `docs/identity-protocol.md`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { serveIdentity } from '#integrations/identity/embedded/serve.ts'
import { takeFolder } from '#integrations/identity/embedded/serve-folder.ts'
import { readServeOptions, ServeMisused, type ServeOptions } from '#integrations/identity/embedded/serve-options.ts'
import { isProduction } from '#platform/env.server.ts'

const { port, projectId, data, project } = options()
if (isProduction()) {
  console.error('Not in production: it lets anybody on this machine be the office.')
  process.exit(1)
}

const folder = data === null ? null : resolve(data)
if (folder !== null && !takeFolder(folder)) {
  console.error(
    `${folder} is no folder of identity:serve; an installation may be in it. Name one that is empty or new.`,
  )
  process.exit(1)
}

// Never use the database of an installation: it has one of its own, in a folder of its own.
delete process.env['DATABASE_URL']
delete process.env['DATABASE_OWNER_URL']
const temporary = folder === null ? mkdtempSync(join(tmpdir(), 'volante-identity-')) : null
process.env['VOLANTE_DATA'] = folder ?? temporary ?? ''

await openDatabase()
const service = await serveIdentity({ port, projectId, project, isKept: folder !== null })
console.log(`${service.url} · project ${projectId} · Authorization: Bearer owner`)

async function stop() {
  await service.close()
  await closeDatabase()
  if (temporary) rmSync(temporary, { recursive: true, force: true })
  process.exit(0)
}
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => void stop())

function options(): ServeOptions {
  try {
    return readServeOptions(process.argv.slice(2))
  } catch (error) {
    if (!(error instanceof ServeMisused)) throw error
    console.error(error.message)
    return process.exit(2)
  }
}

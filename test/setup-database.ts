import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, inject } from 'vitest'
import { cloneDatabase } from './database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    ownerUrl: string
    appUrl: string
  }
}

const { ownerUrl, appUrl } = await cloneDatabase(inject('ownerUrl'), inject('appUrl'))
process.env['DATABASE_URL'] = appUrl
process.env['DATABASE_OWNER_URL'] = ownerUrl
const folder = mkdtempSync(join(tmpdir(), 'volante-data-'))
process.env['VOLANTE_DATA'] = folder

afterAll(async () => {
  const { closeDatabase } = await import('#db/client.server.ts')
  await closeDatabase()
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

import { openDatabase } from '#db/client.server.ts'
import type { Answer, Call } from './command.ts'

export async function migrateOnly({ t }: Call): Promise<Answer> {
  await openDatabase()
  return { json: { migrated: true }, text: t('cli.migrated') }
}

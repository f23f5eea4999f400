import { moveFiles } from '#features/files/commands.server.ts'
import type { Answer, Call } from './command.ts'

export async function move({ t }: Call): Promise<Answer> {
  const done = await moveFiles(Temporal.Now.instant())
  return { json: done, text: t('cli.filesMoved', done), failed: done.missing > 0 }
}

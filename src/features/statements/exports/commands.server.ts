import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { OnProgress } from '#domain/progress.ts'
import { type Week, weekName } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveRunFile, startRun } from '#features/runs/commands.server.ts'
import type { Language } from '#messages/language.ts'
import { onDisk } from '#platform/bytes.ts'
import { inPassingFolder } from '#platform/passing-folder.ts'
import { packStatements } from './jobs.ts'
import { statementsName, walkWeekStatements } from './queries.server.ts'

/** Has the queue pack the statements of a week; answers the run that shows the progress and keeps the file. */
export async function orderWeekStatements(change: Change, week: Week, language: Language): Promise<string> {
  const run = await startRun(change, {
    kind: 'statements-zip',
    subject: week,
    input: { language },
    job: packStatements,
  })
  change.note({ subject: `week:${week}` })
  return run
}

/**
 * Packs the statements of a week, each drawn only when it is written, and keeps the file with the run. Refuses
 * `week.empty` when none was issued.
 */
export async function packWeekStatements(
  change: Change,
  run: string,
  { week, language }: { week: Week; language: Language },
  onProgress: OnProgress,
): Promise<{ week: string }> {
  await inPassingFolder('statements', async (folder) => {
    const path = join(folder, 'statements.zip')
    await pipeline(walkWeekStatements(week, onProgress), createWriteStream(path))
    await saveRunFile(change, run, {
      name: statementsName(week, language),
      bytes: await onDisk(path),
      mediaType: 'application/zip',
    })
  })
  change.note({ subject: `week:${week}`, after: { file: statementsName(week, language) } })
  return { week: weekName(week) }
}

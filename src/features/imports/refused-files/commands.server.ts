import { sql } from 'kysely'
import type { FileRefusal } from '#domain/import.ts'
import { leavesQuestion, likelyReport } from '#domain/refused-file.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { readFileName, weekOfPeriod } from '#integrations/file-name.ts'

/** An unreadable file of a drop. `week` is the one for which it was dropped, if any. */
type Unread = { id: string; name: string; sha256: string; week: Week | null; refusal: FileRefusal }

/**
 * Saves the files that could not be read, as questions to the office. The same content for the same week is one
 * question: it gets the new date, and an earlier answer stays.
 */
export async function saveRefusedFiles(change: Change, drop: string, files: readonly Unread[]): Promise<void> {
  for (const { id, name, sha256, week, refusal } of files) {
    if (!leavesQuestion(refusal)) continue
    const { period } = readFileName(name)
    const likely = likelyReport(name, refusal)
    await change.tx
      .insertInto('refused_files')
      .values({
        sha256,
        name,
        source: likely?.source ?? null,
        kind: likely?.kind ?? null,
        week: (period && weekOfPeriod(period)) ?? week,
        code: refusal.code,
        params: JSON.stringify(refusal.params),
        drop_id: drop,
        drop_file: id,
        refused_at: change.now.toString(),
        refused_by: change.actor.uid,
      })
      .onConflict((known) =>
        known.constraint('refused_files_once_a_week').doUpdateSet({
          name,
          code: refusal.code,
          params: JSON.stringify(refusal.params),
          drop_id: drop,
          drop_file: id,
          refused_at: change.now.toString(),
        }),
      )
      .execute()
  }
}

/**
 * Saves the result of reading a refused file again: the version of the list that can read it, or the new reason why
 * nothing can.
 */
export async function noteReading(
  tx: Change['tx'],
  id: number,
  read: { profile: number } | FileRefusal,
): Promise<void> {
  await tx
    .updateTable('refused_files')
    .set(
      'profile' in read ? { profile_version: read.profile } : { code: read.code, params: JSON.stringify(read.params) },
    )
    .where('id', '=', id)
    .execute()
}

/** Saves that a file is not needed. Refuses `record.not-found`. */
export async function waiveRefused(change: Change, id: number): Promise<void> {
  await setWaived(change, id, { waived_at: change.now.toString(), waived_by: change.actor.uid })
}

/** Opens the question about a file again. Refuses `record.not-found`. */
export async function askRefusedAgain(change: Change, id: number): Promise<void> {
  await setWaived(change, id, { waived_at: null, waived_by: null })
}

async function setWaived(
  change: Change,
  id: number,
  waiver: { waived_at: string | null; waived_by: string | null },
): Promise<void> {
  const row = await change.tx
    .updateTable('refused_files')
    .set(waiver)
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .where(sql<boolean>`(waived_at is null) = ${waiver.waived_at !== null}`)
    .returning(['name', 'week'])
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  change.note({ subject: `refused-file:${id}`, after: { ...row, isNeeded: waiver.waived_at === null } })
}

import { carryOut } from '#features/audit/commands.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import type { TimesTaken } from '#features/weeks/time-lists/schema.ts'

type By = Omit<Parameters<typeof carryOut>[0], 'action'>

/** Imports a file of times in one change. Of a refused file nothing is written; the answer names the places that are wrong. */
export async function importTimes(
  by: By,
  action: string,
  take: (change: Change) => Promise<TimesTaken>,
): Promise<TimesTaken> {
  let outcome: TimesTaken | null = null
  try {
    await carryOut({ ...by, action }, async (change) => {
      outcome = await take(change)
      if (outcome.is === 'refused') throw new Refusal('times.unread', { name: outcome.name })
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'times.unread') throw error
  }
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  return outcome!
}

/** The bytes of a file that a form sent. */
export async function readSent(file: File) {
  return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }
}

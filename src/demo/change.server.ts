import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'

/** Carries out one change of the demonstration, as the system, at a moment of its own; answers what the work answers. */
export async function makeChange<Result>(
  action: string,
  now: Temporal.Instant,
  work: (change: Change) => Promise<Result>,
): Promise<Result> {
  let result: Result
  await carryOut({ actor: SYSTEM, action, now }, async (change) => {
    result = await work(change)
    return null
  })
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the work has been done by then, or has thrown
  return result!
}

import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'

/** Carries out one change of the demonstration, as the system, at a given moment; returns the result of the work. */
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

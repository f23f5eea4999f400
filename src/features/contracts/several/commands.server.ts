import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { draftContract, sendContract } from '../commands.server.ts'
import { contractInput } from '../schema.ts'
import { outlookOf } from './queries.server.ts'
import type { SeveralInput } from './schema.ts'

/**
 * Drafts a contract of one kind for each driver who lacks nothing for it; answers how many were made, and who was left
 * out. What papers say is read from them. Whoever has such a contract that waits or is in force is left out too.
 */
export async function draftSeveral(
  change: Change,
  { drivers, kind, language, startsOn, endsOn, representative }: SeveralInput,
): Promise<{ made: number; left: readonly string[] }> {
  // In one order, whoever asks: nobody waits for another in a circle.
  const inOrder = drivers.toSorted((one, other) => one.driver.localeCompare(other.driver))
  const people: { id: string; name: string }[] = []
  for (const { driver } of inOrder) people.push(await getDriver(driver, change.tx))
  const found = await outlookOf(people, { kind, language }, change.now, change.tx)
  const outlooks = new Map(found.map((outlook) => [outlook.driver.id, outlook]))
  let made = 0
  const left: string[] = []
  for (const { driver, typed } of inOrder) {
    const outlook = outlooks.get(driver)
    // Whoever is named twice gets one.
    outlooks.delete(driver)
    if (!outlook || outlook.has || outlook.lacks.length > 0 || outlook.asks.some((field) => !typed[field])) {
      left.push(driver)
      continue
    }
    const input = contractInput.parse({
      ...outlook.written,
      ...typed,
      driver,
      kind,
      language,
      representative,
      startsOn,
      endsOn: endsOn ?? '',
    })
    try {
      await draftContract(change, input)
      made++
    } catch (error) {
      // Letters that are not drawn, or a name that is missing: nothing was written of it yet.
      if (!(error instanceof Refusal)) throw error
      left.push(driver)
    }
  }
  return { made, left }
}

/** Sends several drafts. Refuses `contract.moved-on` where one of them is a draft no longer: then none goes. */
export async function sendSeveral(change: Change, ids: readonly string[]): Promise<void> {
  for (const id of ids.toSorted()) await sendContract(change, id)
}

import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut, type Change } from '#features/audit/commands.server.ts'
import { findDrivers } from '#features/fleet/drivers/queries.server.ts'
import { log } from '#platform/log.ts'
import { isDatabaseLost } from '#platform/trouble.ts'
import { draftContracts, sendContracts } from '../commands.server.ts'
import { contractInput } from '../schema.ts'
import { linkContract, sealContract, type Signing } from '../signing/commands.server.ts'
import { draftObstacles } from './queries.server.ts'
import type { SeveralInput } from './schema.ts'

/**
 * Drafts a contract of one kind for each driver for whom nothing is missing; returns how many were made, and the
 * drivers left out. Takes values from documents. Also leaves out drivers who have a contract of that kind that waits
 * or is in force.
 */
export async function draftSeveral(
  change: Change,
  { drivers, kind, language, startsOn, endsOn, representative }: SeveralInput,
): Promise<{ made: number; left: readonly string[] }> {
  // Always use the same order, so that two requests cannot block each other.
  const inOrder = drivers.toSorted((a, b) => a.driver.localeCompare(b.driver))
  const ids = inOrder.map(({ driver }) => driver)
  const recordOf = await findDrivers(ids, change.tx)
  const found = await draftObstacles(ids.map(recordOf), { kind, language }, change.now, change.tx)
  const obstaclesOf = new Map(found.map((obstacles) => [obstacles.driver.id, obstacles]))
  const inputs = inOrder.map(({ driver, typed }) => {
    const obstacles = obstaclesOf.get(driver)
    // A driver who is named twice gets one contract.
    obstaclesOf.delete(driver)
    if (!obstacles || obstacles.has || obstacles.lacks.length > 0 || obstacles.asks.some((field) => !typed[field]))
      return { driver, input: null }
    const input = contractInput.parse({
      ...obstacles.written,
      ...typed,
      driver,
      kind,
      language,
      representative,
      startsOn,
      endsOn: endsOn ?? '',
    })
    return { driver, input }
  })
  const drafted = await draftContracts(
    change,
    { kind, language },
    inputs.flatMap(({ input }) => input ?? []),
  )
  const left = inputs.flatMap(({ driver, input }) => {
    // Leave out a driver whose draft was refused, for example for letters that cannot be drawn: nothing of it was
    // saved.
    const isMade = input !== null && !(drafted.shift() instanceof Refusal)
    return isMade ? [] : [driver]
  })
  return { made: inputs.length - left.length, left }
}

/** Sends several drafts. Refuses `contract.moved-on` when one of them is no longer a draft; then none is sent. */
export async function sendSeveral(change: Change, ids: readonly string[]): Promise<void> {
  await sendContracts(change, ids)
}

type Requester = { actor: Actor; now: Temporal.Instant }

/** One of several contracts that was not done: the refusal, or `null` after an error. */
export type NotDone = { id: string; why: Refusal | null }

/**
 * Signs several contracts for the company: each is sealed in a change of its own, with its own event and seal. When
 * one fails, the others are still sealed, and the result names the one that failed.
 */
export async function sealSeveral(
  requester: Requester,
  ids: readonly string[],
  how: Signing,
): Promise<{ sealed: readonly string[]; left: readonly NotDone[] }> {
  const { done, left } = await oneByOne(ids, (id) =>
    carryOut({ ...requester, action: 'contract.seal' }, async (change) => {
      await sealContract(change, id, how)
      return null
    }),
  )
  return { sealed: done.map(({ id }) => id), left }
}

/**
 * Makes a personal link to each of several contracts, valid for a number of days, and mails none: the paths can only
 * be shown now.
 */
export async function linkSeveral(
  requester: Requester,
  ids: readonly string[],
  days: number,
): Promise<{ made: readonly { id: string; path: string }[]; left: readonly NotDone[] }> {
  const { done, left } = await oneByOne(ids, async (id) => {
    let path = ''
    // Return nothing from the change: its answer may be stored, but the link must not be.
    await carryOut({ ...requester, action: 'contract.link' }, async (change) => {
      path = await linkContract(change, id, { days, byMail: false })
      return null
    })
    return path
  })
  return { made: done.map(({ id, answer }) => ({ id, path: answer })), left }
}

async function oneByOne<Answer>(ids: readonly string[], act: (id: string) => Promise<Answer>) {
  const done: { id: string; answer: Answer }[] = []
  const left: NotDone[] = []
  for (const id of new Set(ids)) {
    try {
      done.push({ id, answer: await act(id) })
    } catch (error) {
      if (isDatabaseLost(error)) throw error
      if (!(error instanceof Refusal)) log.error({ err: error, contract: id }, 'one of several contracts was not done')
      left.push({ id, why: error instanceof Refusal ? error : null })
    }
  }
  return { done, left }
}

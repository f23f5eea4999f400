import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { ZONE } from '#domain/week.ts'
import { draftText, knownFillings, termWords, writtenOnPapersOf } from '../filling/queries.server.ts'
import { listRunning } from '../queries.server.ts'
import { templateInUse } from '../templates/queries.server.ts'
import { type DraftObstacles, type SeveralChoice, TYPED_EACH } from './schema.ts'

/** The obstacles to a contract of a kind that begins today, for each of several drivers. */
export async function draftObstacles(
  drivers: readonly { id: string; name: string }[],
  choice: SeveralChoice,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<DraftObstacles[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const { body } = await templateInUse(choice, on)
  const running = await listRunning(
    drivers.map(({ id }) => id),
    choice.kind,
    now,
    on,
  )
  const contractOf = new Map(running.toReversed().map((contract) => [contract.driver, contract]))
  const without = drivers.flatMap(({ id }) => (contractOf.has(id) ? [] : [id]))
  const knownOf = await knownFillings(without, choice, now, on)
  const writtenOf = await writtenOnPapersOf(without, choice.language, now, on)
  return drivers.map((driver): DraftObstacles => {
    const existing = contractOf.get(driver.id)
    if (existing) return { driver, has: { id: existing.id, number: existing.number }, lacks: [], asks: [], written: {} }
    const written = writtenOf.get(driver.id) ?? {}
    const filling = {
      ...written,
      ...knownOf(driver.id),
      ...termWords({ startsOn: today, endsOn: null, kind: choice.kind }, choice.language),
      representative: '-',
    }
    const { open } = draftText(body, choice.language, filling)
    return {
      driver,
      has: null,
      lacks: open.filter((name) => !TYPED_EACH.some((typed) => typed === name)),
      asks: TYPED_EACH.filter((name) => open.includes(name)),
      written,
    }
  })
}

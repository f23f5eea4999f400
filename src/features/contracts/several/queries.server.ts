import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { isInForce, lastDayOf } from '#domain/contract.ts'
import { ZONE } from '#domain/week.ts'
import { draftText, knownFilling, termWords, writtenOnPapers } from '../filling/queries.server.ts'
import { listContracts } from '../queries.server.ts'
import { templateInUse } from '../templates/queries.server.ts'
import { type Outlook, type SeveralChoice, TYPED_EACH } from './schema.ts'

/** What stands in the way of a contract of a kind that begins today, for each of several drivers. */
export async function outlookOf(
  drivers: readonly { id: string; name: string }[],
  choice: SeveralChoice,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Outlook[]> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const [{ body }, contracts] = await Promise.all([templateInUse(choice, on), listContracts(on)])
  const running = contracts.filter((contract) => {
    const last = lastDayOf(contract)
    // A sealed contract that begins later counts like one that has begun.
    const isSealed = contract.state === 'sealed' && (isInForce(contract, today) || last === null || last >= today)
    return contract.kind === choice.kind && (isSealed || ['draft', 'sent', 'signed'].includes(contract.state))
  })
  const outlooks: Outlook[] = []
  for (const driver of drivers) {
    const has = running.find((contract) => contract.driver.id === driver.id)
    if (has) {
      outlooks.push({ driver, has: { id: has.id, number: has.number }, lacks: [], asks: [], written: {} })
      continue
    }
    const known = await knownFilling({ ...choice, driver: driver.id, follows: null }, now, on)
    const written = await writtenOnPapers({ driver: driver.id, language: choice.language }, now, on)
    const given = {
      ...written,
      ...known,
      ...termWords({ startsOn: today, endsOn: null, kind: choice.kind }, choice.language),
      representative: '-',
    }
    const { open } = draftText(body, choice.language, given)
    outlooks.push({
      driver,
      has: null,
      lacks: open.filter((name) => !TYPED_EACH.some((typed) => typed === name)),
      asks: TYPED_EACH.filter((name) => open.includes(name)),
      written,
    })
  }
  return outlooks
}

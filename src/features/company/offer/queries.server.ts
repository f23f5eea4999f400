import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Language } from '#messages/language.ts'
import { log } from '#platform/log.ts'
import { type Offer, offerRecord } from './schema.ts'
import { ofOperator } from '#platform/operator.ts'

async function readOffer(on: Kysely<DB>) {
  const row = await on.selectFrom('offer').selectAll().executeTakeFirst()
  if (!row) return null
  const { hiring_since: hiringSince, version, updated_at: updatedAt } = row
  return { ...offerRecord.read(row), hiringSince, version, updatedAt: updatedAt.toString() }
}

type StoredOffer = Awaited<ReturnType<typeof readOffer>>

/** The offer for the office's form; `null` until somebody writes it. */
export function findOffer(on: Kysely<DB> = db): Promise<StoredOffer> {
  return readOffer(on)
}

const kept = ofOperator<Promise<StoredOffer> | null>(() => null)
const lastKnown = ofOperator<StoredOffer>(() => null)

/**
 * The offer as the public pages show it on a day: read once and kept until `forgetOffer`. While the database cannot
 * be read, pages show the offer that was read last.
 */
export async function rememberedOffer(language: Language, today: Temporal.PlainDate): Promise<Offer> {
  kept.value ??= readOffer(db).then(
    (found) => (lastKnown.value = found),
    (error: unknown) => {
      log.warn({ err: error }, 'the offer could not be read; the last known one is shown')
      kept.value = null
      return lastKnown.value
    },
  )
  return offerOf(await kept.value, language, today.toString())
}

/** Why the site does not show the job posting with its last day; `null` when it does, or when the office set no day. */
export function whyNotHiring(
  offer: { hiringUntil: string | null; cities: readonly string[] },
  today: Temporal.PlainDate,
): 'ended' | 'nowhere' | null {
  if (offer.hiringUntil === null) return null
  if (offer.hiringUntil < today.toString()) return 'ended'
  return offer.cities.length === 0 ? 'nowhere' : null
}

/** Forgets the offer because it has changed: the next page reads it again. */
export function forgetOffer(): void {
  kept.value = null
}

/** An offer as the public pages show it on a day, once they have heard of it. */
export function offerOf(found: StoredOffer, language: Language, today: string): Offer {
  const stored = found ?? { ...offerRecord.nothing, hiringSince: null }
  const { cities, hiringAs, hiringSince, hiringUntil, noticeDays } = stored
  const isHiring = cities.length > 0 && hiringSince !== null && hiringUntil !== null && hiringUntil >= today
  return {
    tells: { deposit: stored.tellsDeposit === 'told', kilometres: stored.tellsKilometres === 'told' },
    // Names of cars are the same in both languages, so one text may serve both.
    rentBuys: language === 'en' ? orElse(stored.rentBuysEn, stored.rentBuysPt) : stored.rentBuysPt,
    cars: language === 'en' ? orElse(stored.carsEn, stored.carsPt) : stored.carsPt,
    cities,
    noticeDays,
    hiring: isHiring ? { as: hiringAs, since: hiringSince, until: hiringUntil } : null,
  }
}

function orElse(list: readonly string[], otherwise: readonly string[]): readonly string[] {
  return list.length > 0 ? list : otherwise
}

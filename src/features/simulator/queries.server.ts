import { type FinancialSettings, settingsFrom } from '#domain/financial-settings.ts'
import { type Week, weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/financial-settings/queries.server.ts'
import { log } from '#platform/log.ts'

/** What the public pages say of the operator's terms: the constants that count this week. */
export type PublicTerms = { settings: FinancialSettings }

let remembered: { week: Week; terms: Promise<PublicTerms> } | null = null
let lastKnown: PublicTerms = { settings: settingsFrom([]) }

/**
 * The terms of the week of `now`: read once and remembered until `forgetTerms`, or until the next week begins, so that
 * public pages need no database. While they can't be read, the last ones that could are shown.
 */
export function rememberedTerms(now: Temporal.Instant): Promise<PublicTerms> {
  const week = weekAt(now)
  if (remembered?.week !== week) remembered = { week, terms: readTerms(week) }
  return remembered.terms
}

/** Something they are made of has changed: the next page reads them anew. */
export function forgetTerms(): void {
  remembered = null
}

async function readTerms(week: Week): Promise<PublicTerms> {
  try {
    lastKnown = { settings: await settingsIn(week) }
  } catch (error) {
    log.warn({ err: error }, 'the usual terms could not be read; the last known ones are shown')
    remembered = null
  }
  return lastKnown
}

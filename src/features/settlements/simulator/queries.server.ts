import { type FinancialSettings, settingsFrom } from '#domain/financial-settings.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'

/** What the public pages say of the operator's terms: the constants that count this week, and the last complete one. */
export type PublicTerms = { settings: FinancialSettings; lastWeek: Week }

const remembered = ofOperator<{ week: Week; terms: Promise<PublicTerms> } | null>(() => null)
const lastKnown = ofOperator(() => settingsFrom([]))

/**
 * The terms of the week of `now`: read once and remembered until `forgetTerms`, or until the next week begins, so that
 * public pages need no database. While they can't be read, the last ones that could are shown.
 */
export function rememberedTerms(now: Temporal.Instant): Promise<PublicTerms> {
  const week = weekAt(now)
  if (remembered.value?.week !== week) remembered.value = { week, terms: readTerms(week) }
  return remembered.value.terms
}

/** Something they are made of has changed: the next page reads them anew. */
export function forgetTerms(): void {
  remembered.value = null
}

async function readTerms(week: Week): Promise<PublicTerms> {
  try {
    lastKnown.value = await settingsIn(week)
  } catch (error) {
    log.warn({ err: error }, 'the usual terms could not be read; the last known ones are shown')
    remembered.value = null
  }
  return { settings: lastKnown.value, lastWeek: previousWeek(week) }
}

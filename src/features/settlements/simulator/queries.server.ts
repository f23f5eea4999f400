import { type FinancialSettings, settingsFrom } from '#domain/financial-settings.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'

/** The operator's terms on the public pages: the settings in force this week, and the last complete week. */
export type PublicTerms = { settings: FinancialSettings; lastWeek: Week }

const remembered = ofOperator<{ week: Week; terms: Promise<PublicTerms> } | null>(() => null)
const lastKnown = ofOperator(() => settingsFrom([]))

/**
 * The terms of the week of `now`, read once and kept until `forgetTerms` or the next week, so that public pages need
 * no database. While they cannot be read, the last ones read are shown.
 */
export function rememberedTerms(now: Temporal.Instant): Promise<PublicTerms> {
  const week = weekAt(now)
  if (remembered.value?.week !== week) remembered.value = { week, terms: readTerms(week) }
  return remembered.value.terms
}

/** Forgets the kept terms, as something behind them has changed: the next page reads them anew. */
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

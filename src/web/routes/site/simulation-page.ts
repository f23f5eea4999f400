import { data, type RouterContextProvider } from 'react-router'
import { feeCeilingOn } from '#domain/fee-ceiling.ts'
import { basisPoints } from '#domain/money.ts'
import { rememberedOffer } from '#features/company/offer/queries.server.ts'
import { rememberedTerms } from '#features/settlements/simulator/queries.server.ts'
import { readSimulation } from '#features/settlements/simulator/schema.ts'
import { languageOf } from '#messages/language.ts'
import { requestContext } from '#web/context.ts'

/**
 * The data of a page with a simulator. An address with values belongs to one visitor: search engines are told to skip
 * it, and it is not among the pages kept in memory, which are found by their whole address.
 */
export async function simulationOf({ pathname, search, searchParams }: URL, context: Readonly<RouterContextProvider>) {
  const { now } = context.get(requestContext)
  const today = now.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
  const language = languageOf(pathname)
  const [terms, offer] = await Promise.all([rememberedTerms(now), rememberedOffer(language, today)])
  const ceiling = feeCeilingOn(today, basisPoints(terms.settings.transportVat))
  const headers = search === '' ? {} : { 'x-robots-tag': 'noindex' }
  return data({ simulation: readSimulation(searchParams, ceiling, language), terms, offer }, { headers })
}

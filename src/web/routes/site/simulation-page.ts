import { data, type RouterContextProvider } from 'react-router'
import { rememberedTerms } from '#features/settlements/simulator/queries.server.ts'
import { readSimulation } from '#features/settlements/simulator/schema.ts'
import { requestContext } from '#web/context.ts'

/**
 * What a page with a simulator loads. An address with something in it is one visitor's own: search engines are told to
 * leave it, and it is not among the pages kept in memory, which are found by their whole address.
 */
export async function simulationOf({ search, searchParams }: URL, context: Readonly<RouterContextProvider>) {
  const terms = await rememberedTerms(context.get(requestContext).now)
  const headers = search === '' ? {} : { 'x-robots-tag': 'noindex' }
  return data({ simulation: readSimulation(searchParams), terms }, { headers })
}

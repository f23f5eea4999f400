import { data } from 'react-router'
import { readSimulation } from '#features/simulator/schema.ts'

/**
 * What a page with a simulator loads. An address with something in it is one visitor's own: search engines are told to
 * leave it, and it is not among the pages kept in memory, which are found by their whole address.
 */
export function simulationOf({ search, searchParams }: URL) {
  return data(readSimulation(searchParams), search === '' ? {} : { headers: { 'x-robots-tag': 'noindex' } })
}

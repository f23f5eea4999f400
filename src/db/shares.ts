import type { Work } from '#platform/work.ts'

/** Connections that stay free for the command line, a backup, and whoever looks after the database. */
const SPARE = 10
/** Connections of a site outside its pools: one for its place and two that listen. */
const OUTSIDE_POOLS = 3
/** Fewest connections that work: with less, a page would wait for another. */
const LEAST: Readonly<Record<Work, number>> = { page: 4, heavy: 1, long: 3 }

type Asked = {
  /** Connections that the database gives the installation in all. */
  given: number
  sites: number
  /** Connections of the queue, of one site. */
  queue: number
}

/**
 * Works out how many connections each kind of work of one site may have (`most` where there is no shortage), so that
 * all sites together leave some of what the database allows. `isShort`: the database allows less than the least they
 * need, and a site gets that least all the same.
 */
export function sharesOf(
  most: Readonly<Record<Work, number>>,
  { given, sites, queue }: Asked,
): { shares: Readonly<Record<Work, number>>; isShort: boolean } {
  const own = Math.floor((given - SPARE) / sites) - OUTSIDE_POOLS - queue
  const all = most.page + most.heavy + most.long
  const part = (work: Work) => Math.max(LEAST[work], Math.min(most[work], Math.floor((own * most[work]) / all)))
  return {
    shares: { page: part('page'), heavy: part('heavy'), long: part('long') },
    isShort: own < LEAST.page + LEAST.heavy + LEAST.long,
  }
}

/** Counts the connections that a database must allow at least for this many sites. */
export function leastGiven({ sites, queue }: Omit<Asked, 'given'>): number {
  return SPARE + sites * (OUTSIDE_POOLS + queue + LEAST.page + LEAST.heavy + LEAST.long)
}

import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Markup } from './markup.ts'
import { type Figure, inOwnFolder, runScript, seconds } from './measure.ts'
import { idleProcessorTime, perOpening, processorTime, waitUntilIdle } from './processor.ts'
import { driverAt, ended, fetchPage, fetchPacked, launch, serveSite, token } from './site.ts'

/**
 * Pages of signed-in people while others write so often that their data is read anew each time: processor time of site
 * and database together, over HTTP and compressed. For information against `renderToString` of the same elements: the
 * tags and texts that the page shows, made anew each time, without components, data, queries or a server around them.
 */
export async function benchPages(rounds: number): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const [admin, all] = [token(), token()]
    const driver = driverAt(all, 1)
    await runScript('bench/page-world.ts', [String(DRIVERS), admin, all], folder)
    const { site, origin } = await serveSite(folder)
    const processor = () => processorTime(site.pid!, folder)
    try {
      const pages = [
        { what: 'week page of 200 drivers', path: '/admin/weekly/2026-W24', cookie: admin, openings: 40 },
        {
          what: 'statement of one driver',
          path: '/dashboard/payslips/2026-W23',
          cookie: driver,
          openings: 400,
        },
        { what: "a driver's /dashboard", path: '/dashboard', cookie: driver, openings: 300 },
      ].map((page) => ({ ...page, url: origin + page.path }))
      const figures: Figure[] = []
      // A site that has just started proves its books: that work must not count for a page.
      await waitUntilIdle(processor)
      const measure = async () => {
        for (const { what, url, cookie, openings } of pages) {
          const html = await fetchPage(url, cookie)
          const bare = async () => renderToString(createElement(Markup, { html }))
          const own = () => (({ user, system }) => (user + system) / 1_000)(process.cpuUsage())
          // A server that has just started runs code it has not compiled yet; so does this process.
          for (let opening = 0; opening < openings * WARM_UP; opening++) await fetchPacked(url, cookie)
          await perOpening(own, openings, bare)
          const idle = await idleProcessorTime(processor)
          const taken: number[] = []
          const limit: number[] = []
          for (let round = 0; round < rounds; round++) {
            const start = performance.now()
            const busy = await perOpening(processor, openings, () => fetchPacked(url, cookie))
            taken.push(busy - (idle * (performance.now() - start)) / openings)
            limit.push(await perOpening(own, openings, bare))
          }
          const page = { bench: 'pages', unit: 'ms processor', product: taken }
          const name = `${what} (${Math.round(html.length / 1024)} KB), while others write`
          figures.push(
            { ...page, what: name, limit: null, target: { atMost: 100 } },
            { ...page, what: `${name}, against bare`, limit, target: null },
          )
        }
      }
      figures.push(await firstOpened(origin, all, processor), await twentyReaders(origin, all))
      const writer = launch('bench/page-writer.ts', folder)
      try {
        await measure()
      } finally {
        await ended(writer)
      }
      return figures
    } finally {
      await ended(site)
    }
  })
}

/** The statements of all drivers, each opened by its driver for the first time: the site keeps nothing of them yet. */
async function firstOpened(origin: string, drivers: string, processor: () => number): Promise<Figure> {
  await waitUntilIdle(processor)
  let next = 2
  const taken = await perOpening(processor, DRIVERS - 1, () =>
    fetchPacked(`${origin}/dashboard/payslips/2026-W23`, driverAt(drivers, next++)),
  )
  return {
    bench: 'pages',
    what: `the statements of ${DRIVERS - 1} other drivers, each opened once`,
    unit: 'ms processor',
    product: [taken],
    limit: null,
    target: null,
  }
}

/**
 * Twenty drivers who have each opened their own pages open them again at the same time: the 99th percentile of their
 * wait.
 */
async function twentyReaders(origin: string, drivers: string): Promise<Figure> {
  let waits: number[] = []
  const read = async (driver: number, rounds: number) => {
    for (let round = 0; round < rounds; round++)
      for (const path of ['/dashboard', '/dashboard/payslips', '/dashboard/payslips/2026-W23', '/dashboard/financing'])
        waits.push((await seconds(() => fetchPacked(origin + path, driverAt(drivers, driver)))) * 1_000)
  }
  const twenty = Array.from({ length: 20 }, (_, at) => at + 1)
  await Promise.all(twenty.map((driver) => read(driver, 1)))
  waits = []
  await Promise.all(twenty.map((driver) => read(driver, 10)))
  return {
    bench: 'pages',
    what: '20 drivers at once, four pages each, again ten times: the wait of the slowest in a hundred',
    unit: 'ms',
    product: [waits.toSorted((a, b) => a - b)[Math.ceil(waits.length * 0.99) - 1]!],
    limit: null,
    target: { atMost: 100 },
  }
}

const DRIVERS = 200

/** Rounds before the first that is measured. */
const WARM_UP = 3

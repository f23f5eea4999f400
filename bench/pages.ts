import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { Markup } from './markup.ts'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { ended, fetched, fetchedPacked, launch, serveSite, token } from './site.ts'

/**
 * Pages of signed-in people per second over HTTP, queries included, against `renderToString` of the same elements: the
 * tags and texts the page shows, made anew for each, without components, data, queries or a server around them. Once as
 * nothing has changed since the page before, and once while others write so often that all is read and worked out anew.
 */
export async function benchPages(rounds: number, length = 4): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const [admin, driver] = [token(), token()]
    await runScript('bench/page-world.ts', ['200', admin, driver], folder)
    const { site, origin } = await serveSite(folder)
    try {
      const pages = [
        { what: 'week page of 200 drivers', path: '/admin/weekly/2026-W24', cookie: admin },
        { what: 'statement of one driver', path: '/dashboard/payslips/2026-W23', cookie: driver },
      ].map((page) => ({ ...page, url: origin + page.path }))
      const figures: Figure[] = []
      const measure = async (when: string) => {
        for (const { what, url, cookie } of pages) {
          const html = await fetched(url, cookie)
          const bare = async () => renderToString(createElement(Markup, { html }))
          const product: number[] = []
          const limit: number[] = []
          // Both at their pace: a server that has just started compresses its files and runs code it has not compiled yet.
          await perSecond(WARM_UP, () => fetchedPacked(url, cookie), 4)
          await perSecond(1, bare)
          for (let round = 0; round < rounds; round++) {
            product.push(await perSecond(length, () => fetchedPacked(url, cookie), 4))
            limit.push(await perSecond(length, bare))
          }
          figures.push({
            bench: 'pages',
            what: `${what} (${Math.round(html.length / 1024)} KB), ${when}: per second against bare renderToString`,
            unit: 'pages/s',
            product,
            limit,
            target: { atLeast: 0.25 },
          })
        }
      }
      await measure('opened again')
      const writer = launch('bench/page-writer.ts', folder)
      try {
        await measure('while others write')
      } finally {
        await ended(writer)
      }
      return figures
    } finally {
      await ended(site)
    }
  })
}

/** Seconds. */
const WARM_UP = 10

/** How often `work` is done in a second, `abreast` at a time. */
async function perSecond(length: number, work: () => Promise<unknown>, abreast = 1): Promise<number> {
  const start = performance.now()
  let done = 0
  const one = async () => {
    for (; performance.now() - start < length * 1000; done++) await work()
  }
  await Promise.all(Array.from({ length: abreast }, one))
  return (done * 1000) / (performance.now() - start)
}

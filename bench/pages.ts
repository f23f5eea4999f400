import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { renderToString } from 'react-dom/server'
import { PROJECT_ROOT } from '#platform/root.ts'
import { Markup } from './markup.ts'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { createElement } from 'react'

/**
 * Pages of signed-in people per second over HTTP, queries included, against `renderToString` of the same elements: the
 * tags and texts the page shows, made anew for each, without components, data, queries or a server around them. Once as
 * nothing has changed since the page before, and once while others write so often that all is read and worked out anew.
 */
export async function benchPages(rounds: number, length = 4): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const [admin, driver] = [token(), token()]
    await runScript('bench/page-world.ts', ['200', admin, driver], folder)
    const port = await freePort()
    const site = launch(join('build', 'server', 'index.js'), folder, {
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
    })
    try {
      const pages = [
        { what: 'week page of 200 drivers', path: '/admin/weekly/2026-W24', cookie: admin },
        { what: 'statement of one driver', path: '/dashboard/payslips/2026-W23', cookie: driver },
      ].map((page) => ({ ...page, url: `http://127.0.0.1:${port}${page.path}` }))
      await ready(`http://127.0.0.1:${port}/readyz`)
      const figures: Figure[] = []
      const measure = async (when: string) => {
        for (const { what, url, cookie } of pages) {
          const html = await fetched(url, cookie)
          const bare = async () => renderToString(createElement(Markup, { html }))
          const product: number[] = []
          const limit: number[] = []
          // Both at their pace: a server that has just started compresses its files and runs code it has not compiled yet.
          await perSecond(WARM_UP, () => fetched(url, cookie), 4)
          await perSecond(1, bare)
          for (let round = 0; round < rounds; round++) {
            product.push(await perSecond(length, () => fetched(url, cookie), 4))
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

function launch(script: string, folder: string, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    cwd: PROJECT_ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'production',
      VOLANTE_DATA: folder,
      LOG_LEVEL: 'warn',
      ...settings,
    },
  })
}

async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.on('close', done))
  child.kill('SIGTERM')
  await gone
}

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

const agent = new Agent({ keepAlive: true })

function fetched(url: string, cookie: string): Promise<string> {
  return new Promise((done, failed) => {
    get(url, { agent, headers: { cookie: `__Host-sid=${cookie}` } }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () => {
        if (response.statusCode === 200) done(Buffer.concat(chunks).toString())
        else failed(new Error(`${url} answers ${String(response.statusCode)}`))
      })
    }).on('error', failed)
  })
}

async function ready(url: string): Promise<void> {
  for (let wait = 0; wait < 300; wait++) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      // Not listening yet.
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the site did not start')
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

function token(): string {
  return randomBytes(32).toString('base64url')
}

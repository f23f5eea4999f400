import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { PROJECT_ROOT } from '#platform/root.ts'
import { HOSTILE } from './hostile-files.ts'
import { type Figure, inOwnFolder, runScript } from './measure.ts'
import { ended, fetchPage, serveSite, token } from './site.ts'

/** A page that everybody may open and that is made anew for each visitor. */
const OTHER = '/login'

/**
 * Drops each hostile file on the built site and looks at its preview, twice. Once nobody else asks: how much memory
 * does the site take above the size of the file? Once somebody else asks for a page meanwhile: how much longer do they
 * wait (the 99th percentile, against the same page while nothing else is asked for)? Measured in one go, the pages of a
 * busy machine would count as memory of the file.
 */
export async function benchHostile(): Promise<Figure[]> {
  return await inOwnFolder(async (folder) => {
    const admin = token()
    const data = join(folder, 'data')
    await runScript('bench/page-world.ts', ['10', admin, token()], data)
    const figures: Figure[] = []
    for (const { what, name, bytes } of HOSTILE) {
      const path = join(folder, name)
      writeFileSync(path, bytes())
      // Each file gets a site of its own, so that none starts with memory that the file before it left taken.
      const { site, origin } = await serveSite(data)
      try {
        const measured = await measure(what, path, { site, origin, admin })
        for (const { what: of, product, unit } of measured) console.error(of, product[0]!.toFixed(0), unit)
        figures.push(...measured)
      } finally {
        await ended(site)
        rmSync(path)
      }
    }
    return figures
  })
}

type Site = { site: ChildProcess; origin: string; admin: string }

async function measure(what: string, path: string, { site, origin, admin }: Site): Promise<Figure[]> {
  await fetchPage(origin + OTHER, admin)
  await settled()
  const before = memoryOf(site, 'VmRSS')
  writeFileSync(`/proc/${String(site.pid)}/clear_refs`, '5')
  const start = performance.now()
  await fetchPage(origin + (await dropFile(path, { origin, admin })), admin)
  const took = (performance.now() - start) / 1000
  const size = statSync(path).size / 1e6
  const above = memoryOf(site, 'VmHWM') - before - size

  const pinger = fork(join(PROJECT_ROOT, 'bench', 'pinging.ts'), [origin + OTHER])
  await settled()
  pinger.send('begin')
  await settled()
  const quiet = percentile(await pings(pinger, 'tell'), 0.99)
  pinger.send('begin')
  await fetchPage(origin + (await dropFile(path, { origin, admin })), admin)
  const busy = percentile(await pings(pinger, 'stop'), 0.99)
  return [
    {
      bench: 'hostile',
      what: `${what}: others wait longer`,
      unit: 'ms',
      product: [busy - quiet],
      limit: null,
      target: { atMost: 50 },
    },
    {
      bench: 'hostile',
      what: `${what}: memory above the file`,
      unit: 'MB',
      product: [above],
      limit: null,
      target: { atMost: 64 },
    },
    { bench: 'hostile', what: `${what}: kept and looked at`, unit: 's', product: [took], limit: null, target: null },
  ]
}

/** Drops a file as the page does; answers the address of its preview. */
export async function dropFile(path: string, { origin, admin }: Omit<Site, 'site'>): Promise<string> {
  const boundary = 'volante-bench'
  const site = origin.replace('http://127.0.0.1', 'localhost')
  const name = path.split('/').at(-1)!
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="idempotencyKey"\r\n\r\n${crypto.randomUUID()}\r\n`
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="files"; filename="${name}"\r\n\r\n`
  const end = `\r\n--${boundary}--\r\n`
  const sent = request(`${origin}/admin/data/drop`, {
    method: 'POST',
    headers: {
      cookie: `__Host-sid=${admin}`,
      host: site,
      origin: `http://${site}`,
      'content-length': statSync(path).size + Buffer.byteLength(field + file + end),
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  })
  const answered = once(sent, 'response')
  sent.write(field + file)
  await pipeline(createReadStream(path), sent, { end: false })
  sent.end(end)
  const [response] = await answered
  response.resume()
  const { location } = response.headers
  if (response.statusCode !== 303 || !location)
    throw new Error(`${name} was answered with ${String(response.statusCode)}`)
  return new URL(location, origin).pathname
}

async function pings(pinger: ChildProcess, message: 'tell' | 'stop'): Promise<number[]> {
  const reply = once(pinger, 'message')
  pinger.send(message)
  return (await reply)[0] as number[]
}

function percentile(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length * part)] ?? 0
}

/** Megabytes, as Linux counts them. */
function memoryOf({ pid }: ChildProcess, what: 'VmRSS' | 'VmHWM'): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8')
  return (Number(new RegExp(`${what}:\\s*(\\d+)`).exec(status)?.[1] ?? 0) * 1024) / 1e6
}

function settled(): Promise<void> {
  return new Promise((done) => setTimeout(done, 3_000))
}

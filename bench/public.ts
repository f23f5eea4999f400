import { spawn } from 'node:child_process'
import { Agent, createServer, get, type Server } from 'node:http'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { PROJECT_ROOT } from '#platform/root.ts'
import { type Figure, inOwnFolder } from './measure.ts'

/** The number of connections, each asking one request after the other. */
const ABREAST = 8

/**
 * The home page as browsers get it (brotli) per second, from the site and from a bare `node:http` server that sends the
 * same bytes with the same headers: the difference is the cost of routing, the choice of encoding and a request id.
 */
export async function benchPublic(rounds: number, length = 4): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const site = await startSite(folder)
    try {
      const url = `http://127.0.0.1:${site.port}/`
      const page = await settledPage(url)
      const bare = await startBare(page)
      try {
        const product: number[] = []
        const limit: number[] = []
        await perSecond(url, 1)
        await perSecond(bare.url, 1)
        for (let round = 0; round < rounds; round++) {
          product.push(await perSecond(url, length))
          limit.push(await perSecond(bare.url, length))
        }
        const what = `home page (${Math.round(page.bytes.length / 1024)} KB br): per second against a bare server of the same bytes`
        return [{ bench: 'public', what, unit: 'pages/s', product, limit, target: { atLeast: 0.8 } }]
      } finally {
        await bare.stop()
      }
    } finally {
      await site.stop()
    }
  })
}

type Page = { headers: Record<string, string>; bytes: Buffer }

/** The page once its best compression is ready. */
async function settledPage(url: string): Promise<Page> {
  for (let tries = 0; tries < 600; tries++) {
    const page = await fetched(url)
    if (page.headers['content-encoding'] === 'br') return page
    await new Promise((done) => setTimeout(done, 200))
  }
  throw new Error('the page was never compressed')
}

/** Run it in a thread of its own, so that neither server shares its event loop with the one who asks. */
async function startBare({ headers, bytes }: Page): Promise<{ url: string; stop: () => Promise<unknown> }> {
  const { date: _, connection: __, 'keep-alive': ___, ...sent } = headers
  const worker = new Worker(
    `const { createServer } = require('node:http')
     const { parentPort, workerData } = require('node:worker_threads')
     const bytes = Buffer.from(workerData.bytes)
     const server = createServer((_, answer) => answer.writeHead(200, workerData.sent).end(bytes))
     server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port))`,
    { eval: true, workerData: { sent, bytes } },
  )
  const port = await new Promise<number>((done) => worker.once('message', done))
  return { url: `http://127.0.0.1:${port}/`, stop: () => worker.terminate() }
}

async function startSite(folder: string): Promise<{ port: number; stop: () => Promise<unknown> }> {
  const port = await freePort()
  const site = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join('build', 'server', 'index.js')], {
    cwd: PROJECT_ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'production',
      VOLANTE_DATA: folder,
      LOG_LEVEL: 'warn',
      PORT: String(port),
      PUBLIC_URL: `http://localhost:${port}`,
    },
  })
  const gone = new Promise((done) => site.on('close', done))
  for (let wait = 0; wait < 600; wait++) {
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
    if (answer?.ok) return { port, stop: () => (site.kill('SIGTERM'), gone) }
    await new Promise((done) => setTimeout(done, 100))
  }
  site.kill('SIGKILL')
  throw new Error('the site did not start')
}

const agent = new Agent({ keepAlive: true, maxSockets: ABREAST })

async function perSecond(url: string, length: number): Promise<number> {
  const start = performance.now()
  let done = 0
  const one = async () => {
    for (; performance.now() - start < length * 1000; done++) await fetched(url)
  }
  await Promise.all(Array.from({ length: ABREAST }, one))
  return (done * 1000) / (performance.now() - start)
}

function fetched(url: string): Promise<Page> {
  return new Promise((done, failed) => {
    get(url, { agent, headers: { 'accept-encoding': 'gzip, deflate, br, zstd' } }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', failed)
      answer.on('end', () => done({ headers: answer.headers as Record<string, string>, bytes: Buffer.concat(chunks) }))
    }).on('error', failed)
  })
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe: Server = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { Agent, get } from 'node:http'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { zstdDecompress } from 'node:zlib'
import { PROJECT_ROOT } from '#platform/root.ts'

/** The built site on a data directory and a port of its own, ready for requests; `ended` ends it. */
export async function serveSite(folder: string): Promise<{ site: ChildProcess; origin: string }> {
  const port = await freePort()
  const site = launch(join('build', 'server', 'index.js'), folder, {
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
  })
  await waitUntilReady(`http://127.0.0.1:${port}/readyz`)
  return { site, origin: `http://127.0.0.1:${port}` }
}

/** The flags that `npm start` gives the site's Node. */
const FLAGS: string[] = JSON.parse(readFileSync(join(PROJECT_ROOT, 'scripts', 'site-flags.json'), 'utf8'))

export function launch(script: string, folder: string, settings: Record<string, string> = {}): ChildProcess {
  return spawn(process.execPath, [...FLAGS, script], {
    cwd: PROJECT_ROOT,
    stdio: 'ignore',
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'production',
      VOLANTE_DATA: folder,
      // A line for each request, as in production.
      LOG_LEVEL: 'info',
      // `npm start` sets the same value.
      MALLOC_ARENA_MAX: '2',
      ...settings,
    },
  })
}

export async function ended(child: ChildProcess): Promise<void> {
  const gone = new Promise((done) => child.on('close', done))
  child.kill('SIGTERM')
  await gone
}

/** The token of the driver of this number: `all` is how the tokens of all drivers begin. */
export function driverAt(all: string, number: number): string {
  return all.slice(0, -4) + String(number).padStart(4, '0')
}

const agent = new Agent({ keepAlive: true })

/** A page as a browser gets it, decompressed. */
export async function fetchPage(url: string, cookie: string): Promise<string> {
  return (await promisify(zstdDecompress)(await fetchPacked(url, cookie))).toString()
}

/** A page as it travels, compressed. */
export async function fetchPacked(url: string, cookie: string): Promise<Buffer> {
  // A site may close an idle connection in the moment in which it is used again: a browser then asks once more, and so does this.
  return (await answered(url, cookie)) ?? fetchPacked(url, cookie)
}

/** The answer; `null` where the site had meanwhile closed a connection that was kept open. */
function answered(url: string, cookie: string): Promise<Buffer | null> {
  return new Promise((done, failed) => {
    const headers = { cookie: `__Host-sid=${cookie}`, 'accept-encoding': 'gzip, deflate, br, zstd' }
    const request = get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', failed)
      response.on('end', () => {
        if (response.statusCode === 200) done(Buffer.concat(chunks))
        else failed(new Error(`${url} answers ${String(response.statusCode)}`))
      })
    })
    request.on('error', (error) => {
      if (request.reusedSocket) done(null)
      else failed(error)
    })
  })
}

export async function waitUntilReady(url: string): Promise<void> {
  for (let wait = 0; wait < 300; wait++) {
    try {
      if ((await fetch(url)).ok) return
    } catch {
      // The site is not listening yet.
    }
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the site did not start')
}

export function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => done(address && typeof address === 'object' ? address.port : 0))
    })
  })
}

export function token(): string {
  return randomBytes(32).toString('base64url')
}

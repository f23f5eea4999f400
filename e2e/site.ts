import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import chromiumPaths from '../scripts/chromium-paths.json' with { type: 'json' }

export const PUBLIC_SET = 'test/fixtures/public'

/** A running site on a data directory of its own, as `npm start` runs it. */
export type Site = {
  url: string
  output: () => string
  data: string
  /** Ends it and keeps its data. Answers its exit code. */
  end: () => Promise<number | null>
  /** Ends it and deletes its data. */
  stop: () => Promise<void>
}

const NODE = ['--disable-warning=ExperimentalWarning']

const command = (data: string, args: readonly string[]) => [...NODE, 'src/cli.ts', '--data', data, ...args]
const AS_OPERATOR = { NODE_ENV: 'production', DATABASE_URL: '' }

/** Runs one command of the command line on a data directory. */
export function volante(data: string, ...args: string[]): string {
  return execFileSync(process.execPath, command(data, args), {
    env: { ...process.env, ...AS_OPERATOR },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Runs one command of the command line while other work goes on. */
export async function volanteAsync(data: string, ...args: string[]): Promise<void> {
  await volanteWith({}, data, ...args)
}

/** Runs one command of the command line of an installation with these settings. */
export async function volanteWith(settings: Record<string, string>, data: string, ...args: string[]): Promise<void> {
  const env = { ...process.env, ...AS_OPERATOR, ...settings }
  await promisify(execFile)(process.execPath, command(data, args), { env })
}

export function newDataDirectory(): string {
  return mkdtempSync(join(tmpdir(), 'volante-journey-'))
}

/**
 * A password costs a quarter of a second of processor time, and journeys sign in some two hundred times: with this a
 * site spends the least on each. `start.e2e.ts` and `password-hash.test.ts` run with the full cost. A process that
 * reads a password which another site wrote needs this too.
 */
export const LIGHT_PASSWORDS = ['--import', new URL('../test/light-passwords.ts', import.meta.url).href]

/** The built site; below, what `npm start` runs, which starts the same site as an operator has it. */
const BUILT_SITE = [...NODE, ...LIGHT_PASSWORDS, 'build/server/index.js']
export const NPM_START = ['scripts/run.cjs', 'start']

/**
 * Starts the built site and waits until it prints its address. `VOLANTE_MODE` stands for the operator's NODE_ENV. The
 * site always listens on a free port, even where its public address names another.
 */
export async function startSite(
  data: string,
  settings: Record<string, string> = {},
  program: readonly string[] = BUILT_SITE,
): Promise<Site> {
  let said = ''
  const child = spawn(process.execPath, program, {
    env: {
      ...process.env,
      NODE_ENV: 'production',
      VOLANTE_MODE: 'development',
      DATABASE_URL: '',
      LOG_LEVEL: 'warn',
      ...settings,
      VOLANTE_DATA: data,
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.on('data', (chunk) => (said += chunk))
  child.stderr.on('data', (chunk) => (said += chunk))
  const address = await found(
    () => /https?:\/\/\S+(?=\s)/.exec(said)?.[0],
    child,
    () => said,
  )
  return {
    url: settings['PUBLIC_URL'] ? `http://localhost:${portOf(data)}` : address,
    output: () => said,
    data,
    end: () => ended(child),
    stop: async () => {
      await ended(child)
      rmSync(data, { recursive: true, force: true })
    },
  }
}

/** The port on which the site of a data directory listens, whatever its public address. */
export function portOf(data: string): number {
  return (JSON.parse(readFileSync(join(data, 'server.json'), 'utf8')) as { port: number }).port
}

async function found(look: () => string | undefined, child: ChildProcess, said: () => string): Promise<string> {
  // A first start fills the demonstration: on a machine with ten others at work that took more than a minute.
  for (let tries = 0; tries < 25_000; tries++) {
    const value = look()
    if (value) return value
    if (child.exitCode !== null) throw new Error(`The site ended: ${said()}`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error(`The site did not start: ${said()}`)
}

export async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    // Wait for `close`: output can still arrive after the process has ended.
    const gone = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await gone
  }
  return child.exitCode
}

/** The word that the site printed after a text. */
export function printed(site: Site, before: RegExp): string {
  const match = new RegExp(`${before.source}(\\S+)`).exec(site.output())
  if (!match) throw new Error(`The site did not say ${before}: ${site.output()}`)
  return match[1]!
}

const first = (...paths: string[]) => process.env['CHROME_PATH'] || paths.find((path) => existsSync(path))

/** The whole browser as people have it, windows included: figures and pictures of `slow/` use it. */
export const CHROMIUM = first(...chromiumPaths.whole)

/** A browser without windows, with the same pages, scripts and network in half the processor time (`docs/decisions/143`); else the whole browser. */
const HEADLESS = first(...chromiumPaths.headless) ?? CHROMIUM

let browser: Browser | null = null

/** Set a UTF-8 locale, so that files with accents in their names are sent under these names on every machine. */
const ENV = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  // Makes words in the headless browser as wide as in the whole one, to the last box of a page.
  '--font-render-hinting=none',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** One Chromium for all journeys of a worker; each has contexts of its own. In CI a missing browser is a failure, never a skip. */
export async function openBrowser(path = HEADLESS): Promise<Browser> {
  if (!path)
    throw new Error('No Chromium was found. Install Debian’s `chromium-headless-shell`, or name one in CHROME_PATH.')
  browser ??= await launched(path)
  return browser
}

/** A phone with a memory: opened again with the same folder, its browser finds what it kept, however it ended. */
export function phoneWith(folder: string, { url }: Site, options: BrowserContextOptions): Promise<BrowserContext> {
  const executablePath = HEADLESS
  if (!executablePath) throw new Error('No Chromium was found.')
  return chromium.launchPersistentContext(folder, { ...options, baseURL: url, executablePath, env: ENV, args: ARGS })
}

async function launched(executablePath: string): Promise<Browser> {
  const begun = await chromium.launch({
    executablePath,
    handleSIGTERM: false,
    env: ENV,
    args: ARGS,
  })
  // Vitest ends a worker that has nothing left to do by this signal.
  process.once('SIGTERM', () => void begun.close().finally(() => process.exit()))
  return begun
}

/**
 * Closes every context that a journey opened; the browser itself waits for the next journey, and ends with the worker.
 */
export async function closeBrowser(): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: 'pt-PT' }
/** For people who did not ask for less motion: page transitions and opening animations run. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'pt-PT',
  hasTouch: true,
  isMobile: true,
}

/**
 * A person with a browser of their own, in which no script is refused by the page's own policy (`refused`). They asked
 * for less motion, as motion is a third of a browser's work here: tests of motion use `MOVING`.
 */
export async function person(
  site: Site,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; context: BrowserContext; refused: string[] }> {
  const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce', ...options, baseURL: site.url })
  // Requests beside the browser use a connection that the site closes after five seconds, perhaps just as it is used again.
  const get = context.request.get.bind(context.request)
  context.request.get = (path, asked) => get(path, { maxRetries: 1, ...asked })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  page.on('pageerror', (error) => {
    // This error is the browser's own: it could not show the transition. The page itself came.
    if (!String(error).includes('Transition was aborted')) refused.push(String(error))
  })
  return { page, context, refused }
}

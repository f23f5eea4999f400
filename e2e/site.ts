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
  /** Ends it; its data stays. Answers its exit code. */
  end: () => Promise<number | null>
  /** Ends it, and its data with it. */
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
 * A password costs a quarter of a second of processor time, and journeys sign in some two hundred times: with this a site spends the least on
 * each. What the product asks for is paid by `start.e2e.ts` and `password-hash.test.ts`. Whoever reads a password that another site wrote has it too.
 */
export const LIGHT_PASSWORDS = ['--import', new URL('../test/light-passwords.ts', import.meta.url).href]

/** The built site, and what `npm start` runs: that begins the same site, as an operator has it. */
const BUILT_SITE = [...NODE, ...LIGHT_PASSWORDS, 'build/server/index.js']
export const NPM_START = ['scripts/run.cjs', 'start']

/**
 * Starts the built site and waits until it says where it is. `VOLANTE_MODE` is what the operator's NODE_ENV would be. The port is
 * always one that nobody else has, also of a site whose public address is another.
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

/** On which port the site of a data directory listens, whatever its public address. */
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
    // Once all that it said is read, too: that can come after its end.
    const gone = new Promise((resolve) => child.once('close', resolve))
    child.kill('SIGTERM')
    await gone
  }
  return child.exitCode
}

/** What the site printed after a text, up to the end of the word. */
export function printed(site: Site, before: RegExp): string {
  const match = new RegExp(`${before.source}(\\S+)`).exec(site.output())
  if (!match) throw new Error(`The site did not say ${before}: ${site.output()}`)
  return match[1]!
}

const first = (...paths: string[]) => process.env['CHROME_PATH'] || paths.find((path) => existsSync(path))

/** A browser as people have it, windows and all: what figures and pictures of `slow/` are taken with. */
export const CHROMIUM = first(...chromiumPaths.whole)

/** A browser without windows, with the same pages, scripts and network in half the processor time (`docs/decisions/143`); else the whole browser. */
const HEADLESS = first(...chromiumPaths.headless) ?? CHROMIUM

let browser: Browser | null = null

/** Files whose names have accents are sent as they are named, whatever the machine speaks. */
const ENV = { ...process.env, LANG: 'C.UTF-8', LC_ALL: 'C.UTF-8' }
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  // The one without windows makes words as wide as the whole one does, to the last box of a page.
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

/** A phone with a memory: what its browser kept is there when it is opened again with the same folder, however it ended. */
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
  // A worker ends in this way that has nothing left to do.
  process.once('SIGTERM', () => void begun.close().finally(() => process.exit()))
  return begun
}

/** Closes whatever a journey opened; the browser itself waits for the next one, and ends with the worker. */
export async function closeBrowser(): Promise<void> {
  await Promise.all((browser?.contexts() ?? []).map((context) => context.close()))
}

export const DESKTOP: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: 'pt-PT' }
/** Pages pass into one another, and what opens does so in time. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }
export const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  locale: 'pt-PT',
  hasTouch: true,
  isMobile: true,
}

/**
 * A person with a browser of their own, who never meets a script the page's own policy refuses. They asked for less motion,
 * which is a third of what a browser does here: `MOVING` is for those who look at what moves.
 */
export async function person(
  site: Site,
  options: BrowserContextOptions = DESKTOP,
): Promise<{ page: Page; context: BrowserContext; refused: string[] }> {
  const context = await (await openBrowser()).newContext({ reducedMotion: 'reduce', ...options, baseURL: site.url })
  // What is asked beside the browser has a connection that the site closes after five seconds, perhaps as it is used again.
  const get = context.request.get.bind(context.request)
  context.request.get = (path, asked) => get(path, { maxRetries: 1, ...asked })
  const page = await context.newPage()
  const refused: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') refused.push(message.text())
  })
  page.on('pageerror', (error) => {
    // The browser's own: a picture that could not pass into the next. The page itself came.
    if (!String(error).includes('Transition was aborted')) refused.push(String(error))
  })
  return { page, context, refused }
}

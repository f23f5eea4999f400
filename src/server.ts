import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createRequestListener } from '@remix-run/node-fetch-server'
import type { ServerBuild } from 'react-router'
import { claimSite } from '#db/claim.server.ts'
import { abandonDatabase, closeDatabase, databaseUrl, db, openDatabase } from '#db/client.server.ts'
import { listenTo } from '#db/listen.server.ts'
import { deleteWorkLeftUndone, nextWork, orderNow, startQueue } from '#db/queue.server.ts'
import { type DemoSignIns, seedDemo } from '#demo/seed.server.ts'
import { startLocalServices } from '#demo/services/local.server.ts'
import { setWhatsappSite } from '#demo/services/whatsapp-demo.ts'
import { moveCars } from '#demo/tracks.server.ts'
import { countAdmins } from '#features/accounts/queries.server.ts'
import { createSetupLink } from '#features/accounts/invitations/commands.server.ts'
import { forgetBrand } from '#features/company/brand/queries.server.ts'
import { forgetOffer } from '#features/company/offer/queries.server.ts'
import { forgetTerms } from '#features/settlements/simulator/queries.server.ts'
import { mailCode } from '#features/sessions/one-time-links/commands.server.ts'
import { readGauges } from '#features/system/gauges/queries.server.ts'
import { enterSites } from '#features/system/sites/commands.server.ts'
import type { Unshared } from '#features/system/sites/schema.ts'
import { sealPlainFiles } from '#features/system/key-changes/commands.server.ts'
import { mailCodesBy } from '#integrations/identity/here.ts'
import { readKeysAgain } from '#integrations/identity/embedded/keys.ts'
import { endReaders } from '#integrations/worker/read-in-worker.ts'
import { identitySettings } from '#integrations/identity/settings.ts'
import { checkIdentity } from '#integrations/identity/self-check.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Translator } from '#messages/catalogue.ts'
import { refusalSentence } from '#messages/refusal-words.ts'
import { translator } from '#messages/translate.ts'
import { dataPath, env, hostFolder, isProduction, unusedByHost } from '#platform/env.server.ts'
import { type CachedAnswer, sendKept } from '#platform/kept.ts'
import { closerOf } from '#platform/close-server.ts'
import { log } from '#platform/log.ts'
import { restrictToOwner } from '#platform/private-folder.ts'
import { PROJECT_ROOT } from '#platform/root.ts'
import { forgetProxySeen } from '#platform/proxy.server.ts'
import { announceRunning, findRunning, siteAddress } from '#platform/running.server.ts'
import { isReadable } from '#platform/requests.ts'
import { fileHeaders, securityHeaders } from '#platform/security-headers.ts'
import { loadStaticFiles } from '#platform/static-files.ts'
import { isLow, spaceOf } from '#platform/space.ts'
import { isDatabaseLost, isDiskFull } from '#platform/trouble.ts'
import { startTracing } from '#platform/tracing.ts'
import { runAs } from '#platform/work.ts'
import {
  type Handle,
  type Readiness,
  type Screens,
  createHandler,
  formsInFlight,
  logAnswer,
  requestIdOf,
} from '#web/handler.server.ts'
import type { Awake } from './host/hosted-operators.server.ts'
import { HostTaken, isStream, openHost } from './host/host.server.ts'
import { listServed } from './host/operators.server.ts'
import { identityWords } from './cli/identity-words.ts'
import { examineMachine, hasRoom } from './cli/machine.ts'
import { DAILY, JOBS, OFTEN, eachMinute } from './jobs.ts'
import { areasOf } from '#web/areas.ts'
import { createMetricsServer } from '#web/metrics.server.ts'
import { KeptPages } from '#web/kept-pages.server.ts'
import { createScreens } from '#web/screens.server.ts'
import { speculationRules } from '#web/speculation-rules.server.ts'
import { type Operator, forgetKept, ofOperator } from '#platform/operator.ts'

/** What the embedded identity service wants mailed goes through the mail room. */
mailCodesBy(mailCode)

/** Milliseconds after which a second Ctrl-C waits for nothing but the database; before, a key was held or bounced. */
const SECOND_INTERRUPT_MS = 1_000

/** Starts the site, unless the settings forbid it or one runs already. A start that fails leaves nothing running behind it. */
export async function serve(build: () => Promise<ServerBuild>): Promise<void> {
  const settings = env()
  const t = translator('pt')
  if (isProduction() && !settings.PUBLIC_URL) return stopWith(t('cli.start.publicUrlMissing'))
  // Nobody is heard through a pooler, and a lock of a session would be somebody else's a moment later.
  if (settings.DATABASE_STATEMENTS === 'plain' && settings.DATABASE_URL && !settings.DATABASE_OWNER_URL)
    return stopWith(t('cli.start.ownerUrlMissing'))
  if (
    settings.METRICS_PORT !== undefined &&
    !settings.METRICS_TOKEN &&
    !/^(127\.|localhost$|::1$)/.test(settings.METRICS_HOST)
  )
    return stopWith(t('cli.start.metricsOpen'))
  if (settings.SITES > 1 && !settings.PUBLIC_URL) return stopWith(t('cli.start.sitesNeedAddress'))
  const running = settings.SITES === 1 ? findRunning() : null
  if (running) return stopWith(t('cli.start.alreadyRunning', { url: running.url, pid: running.pid }))

  restrictToOwner(dataPath())
  const identity = identitySettings()
  if (identity.kind === 'fault') return stopWith(t(`cli.identity.wrong.${identity.fault}`))

  const life = stopWhenAsked(t)
  try {
    await start(build, life, t)
  } catch (error) {
    await life.end()
    if (error instanceof AlreadyStarting) return stopWith(takenWords(t))
    if (error instanceof NotShared) return stopWith(unsharedWords(error.unshared, t))
    throw error
  }
}

/** As many sites as there may be work with this database, or one began on this data folder a moment ago and has not said yet where it is. */
class AlreadyStarting extends Error {}

function takenWords(t: Translator): string {
  const { DATABASE_URL, SITES } = env()
  if (SITES > 1) return t('cli.start.placesTaken', { count: SITES })
  return t(DATABASE_URL ? 'cli.start.databaseTaken' : 'cli.start.alreadyStarting')
}

/** Thrown where another site is at work that does not share everything with this one. */
class NotShared extends Error {
  readonly unshared: readonly Unshared[]
  constructor(unshared: readonly Unshared[]) {
    super(unshared.join(', '))
    this.unshared = unshared
  }
}

function unsharedWords(unshared: readonly Unshared[], t: Translator): string {
  const each = unshared.map((what) => `  · ${t(`cli.start.unshared.${what}`)}`)
  return [t('cli.start.unshared.why'), ...each, t('cli.start.unshared.again')].join('\n')
}

/** Database, demo fleet when there is nothing and this isn't production, queue, HTTP. */
async function start(build: () => Promise<ServerBuild>, { begin }: Life, t: Translator): Promise<void> {
  const settings = env()
  await begin(openDatabase, () => closeDatabase)
  const claim = await begin(
    () => claimSite({ places: settings.SITES }),
    (claimed) => claimed?.leave ?? (async () => {}),
  )
  if (!claim) throw new AlreadyStarting()
  const entered = await begin(
    () => enterSites(claim.place),
    (site) => ('leave' in site ? site.leave : async () => {}),
  )
  if ('unshared' in entered) throw new NotShared(entered.unshared)
  await begin(
    async () => {},
    () => endReaders,
  )
  const isDemonstration = !isProduction() && !settings.DATABASE_URL && settings.SITES === 1
  const signIns = isDemonstration ? await begin(seedDemo) : null
  if (signIns) await begin(startLocalServices, (end) => end)
  if (signIns) await begin(moveCars, (end) => end)
  await begin(
    () => startQueue(JOBS, DAILY, OFTEN, eachMinute(), entered.isAlone),
    (queue) => queue.stop,
  )

  let url = settings.PUBLIC_URL ?? ''
  const publicUrl = () => url
  // The build itself, not the way to it: a function is asked, and its routes ranked, anew for each request.
  const built = await build()
  const screens = createScreens(built, 'production')
  const files = loadStaticFiles(join(PROJECT_ROOT, 'build', 'client'))
  for (const [address, rules] of speculationRules()) files.set(address, rules)
  const { serve: answer, forget } = answersOf({ screens, publicUrl, files, flights: formsInFlight() })
  await begin(
    () => listenTo('site_changed', forget),
    (stopListening) => stopListening,
  )
  const server = patient(createServer(answer))
  const close = closerOf(server, isStream)
  const port = await begin(
    () => listen(server, settings.PORT, settings.HOST),
    () => close,
  )
  url ||= `http://localhost:${port}`
  await begin(
    async () => announceRunning({ port, url }),
    (takeBack) => async () => takeBack(),
  )
  if (settings.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
    await begin(
      () => startTracing(areasOf(built.routes)),
      (end) => end,
    )
  const { METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = settings
  if (METRICS_PORT !== undefined) {
    const monitored = await createMetricsServer({
      read: () => readGauges(Temporal.Now.instant()),
      areaOf: areasOf(built.routes),
      token: METRICS_TOKEN ?? null,
    })
    const closeMonitored = closerOf(monitored)
    await begin(
      () => listen(monitored, METRICS_PORT, METRICS_HOST),
      () => closeMonitored,
    )
  }
  if (signIns) setWhatsappSite(`http://localhost:${port}`)
  const link = (await countAdmins()) === 0 ? await createSetupLink(Temporal.Now.instant()) : null

  forgetProxySeen()
  for (const { sentence } of await examineMachine(t)) console.error(`  ${sentence}`)

  // Last of all that is said at the start, so that it stands where a reader looks.
  console.log(t('cli.start.running', { url }))
  if (signIns) console.log(demoWords(signIns, t))
  if (link)
    console.log(t('cli.start.setup', { url: `${url}${link}` }) + t('cli.start.guide', { url: `${url}/guide/start` }))

  // Not waited for either: what is plain is read as it is until it is sealed.
  sealPlainFiles().catch((error: unknown) => log.error({ err: error }, 'kept files are not sealed yet'))
  // Not waited for: the site runs while the service is asked, and says what is wrong when it knows.
  void tellIdentityFaults(t)

  outliveDatabase()
}

/** The queue's library forgets a promise when its database goes; the site must not go with it. All else is a defect. */
function outliveDatabase(): void {
  process.on('unhandledRejection', (error) => {
    if (!isDatabaseLost(error)) throw error
    log.warn({ err: error }, 'work was interrupted: the database is gone')
  })
}

/** Seconds for a request to come in: a slow phone, no slower. */
function patient(server: Server): Server {
  server.headersTimeout = 10_000
  server.requestTimeout = 120_000
  return server
}

type Answering = Pick<Served, 'files' | 'publicUrl'> & { screens: Screens; flights: ReturnType<typeof formsInFlight> }

/** What answers for one installation, and how it forgets what it keeps of it. */
function answersOf({ screens, publicUrl, files, flights }: Answering): { serve: RequestListener; forget: () => void } {
  const pages = new KeptPages({ screens, origin: publicUrl, files })
  const spare = (request: Request) => pages.spare(request)
  const handle = createHandler({ screens, publicUrl, isReady, hasRoom, spare, flights, files })
  const forget = () => {
    forgetRemembered()
    pages.forget()
  }
  return { serve: listener({ handle, publicUrl, files, pages }), forget }
}

/**
 * Serves many operators (`VOLANTE_HOSTED`): which is asked, the Host header says. One that wakes is served as soon as its database is open; its queue
 * begins beside that.
 */
async function serveMany(build: () => Promise<ServerBuild>, folder: string): Promise<void> {
  const { PORT, HOST, METRICS_PORT, METRICS_HOST, METRICS_TOKEN } = env()
  const t = translator('pt')
  const unused = unusedByHost()
  if (unused.length > 0) return stopWith(t('cli.hosted.unused', { names: unused.join(', ') }))
  const { begin, end } = stopWhenAsked(t)
  const built = await build()
  const screens = createScreens(built, 'production')
  const files = loadStaticFiles(join(PROJECT_ROOT, 'build', 'client'))
  for (const [address, rules] of speculationRules()) files.set(address, rules)
  const flights = formsInFlight()
  try {
    const host = await begin(
      () => openHost(folder, (operator) => wakeOperator(operator, { screens, files, flights })),
      (opened) => opened.end,
    )
    await begin(
      async () => {},
      () => endReaders,
    )
    const close = closerOf(host.server, isStream)
    const port = await begin(
      () => listen(patient(host.server), PORT, HOST),
      () => close,
    )
    if (METRICS_PORT !== undefined) {
      const areaOf = areasOf(built.routes)
      const monitored = await createMetricsServer({
        read: async () => host.gauges(),
        areaOf,
        token: METRICS_TOKEN ?? null,
      })
      const closeMonitored = closerOf(monitored)
      await begin(
        () => listen(monitored, METRICS_PORT, METRICS_HOST),
        () => closeMonitored,
      )
    }
    console.log(t('cli.hosted.running', { count: listServed(folder).length, port }))
  } catch (error) {
    await end()
    if (error instanceof HostTaken) return stopWith(t('cli.start.alreadyStarting'))
    throw error
  }
  outliveDatabase()
}

/** Milliseconds for which the queue of who wakes leaves the machine to the first page. */
const AFTER_FIRST_PAGE = 250

async function wakeOperator(
  operator: Operator,
  { screens, files, flights }: Omit<Answering, 'publicUrl'>,
): Promise<Awake<RequestListener>> {
  const { serve: served, forget } = answersOf({ screens, files, flights, publicUrl: () => siteAddress() })
  const stopListening = await openAndListen(forget)
  const queue = pause(AFTER_FIRST_PAGE).then(() => startQueue(JOBS))
  queue.catch((error: unknown) => log.error({ err: error }, 'the queue of an operator does not start'))
  const work = { daily: () => DAILY, often: () => OFTEN, eachMinute }
  return {
    served,
    order: async (kind) => {
      await queue
      await orderNow(work[kind]())
      if (kind === 'daily') await deleteWorkLeftUndone()
    },
    nextWork,
    end: async () => {
      await stopListening()
      await queue.then((started) => started.stop()).catch(() => undefined)
      await closeDatabase()
      log.debug({ name: operator.name }, 'an operator fell asleep')
    },
  }
}

/** Opens the database of an operator, and listens beside that; where either fails nothing of both is left. */
async function openAndListen(forget: () => void): Promise<() => Promise<void>> {
  const url = async () => env().DATABASE_OWNER_URL ?? (await databaseUrl())
  const [opened, listening] = await Promise.allSettled([openDatabase(), listenTo('site_changed', forget, url)])
  if (opened.status === 'fulfilled' && listening.status === 'fulfilled') return listening.value
  if (listening.status === 'fulfilled') await listening.value()
  await closeDatabase()
  throw opened.status === 'rejected' ? opened.reason : listening.status === 'rejected' ? listening.reason : null
}

/** What this process remembers of the database, and another one has changed; and all that it read, for somebody may have been erased. */
function forgetRemembered(): void {
  forgetBrand()
  forgetOffer()
  forgetTerms()
  readKeysAgain()
  forgetKept()
}

type End = () => Promise<void>
type Life = ReturnType<typeof stopWhenAsked>

/**
 * Ctrl-C from the first moment on. `begin` does one step of the start and learns how to end what it began; a signal waits
 * for the step at work, then ends everything, the newest first. Without this, a signal between two steps leaves the
 * database running with nobody to stop it.
 */
function stopWhenAsked(t: Translator) {
  const ends: End[] = []
  let atWork: Promise<unknown> = Promise.resolve()
  let isAsked = false
  let interruptedAt: number | null = null
  let ending: Promise<void> | null = null

  async function begin<Begun>(work: () => Promise<Begun>, endOf?: (begun: Begun) => End): Promise<Begun> {
    if (isAsked) return never()
    const step = work().then((begun) => {
      if (endOf) ends.push(endOf(begun))
      return begun
    })
    atWork = step
    const begun = await step
    // Whoever was asked to stop meanwhile goes no further.
    return isAsked ? never() : begun
  }

  /** Asked twice, by a signal and by a start that failed meanwhile, it ends once and both wait for it. */
  const end = () => (ending ??= endAll())

  async function endAll(): Promise<void> {
    for (const endPart of ends.toReversed()) {
      await endPart().catch((error: unknown) => log.error({ err: error }, 'something did not end as it should'))
    }
  }

  async function stop(): Promise<void> {
    if (isAsked) return
    isAsked = true
    console.log(t('cli.start.stopping'))
    // A step that fails is told by the start.
    await atWork.catch(() => undefined)
    await end()
    process.exit(0)
  }

  /** The terminal tells each process of its group once; what launcher and npm pass on comes as another signal, at any time. */
  async function interrupt(): Promise<void> {
    interruptedAt ??= performance.now()
    if (performance.now() - interruptedAt <= SECOND_INTERRUPT_MS) return await stop()
    // No work is waited for; the database would otherwise run on with nobody to stop it.
    await abandonDatabase().catch((error: unknown) => log.error({ err: error }, 'the database did not end'))
    process.exit(1)
  }

  process.on('SIGINT', () => void interrupt())
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop())
  return { begin, end }
}

/** What waits for this goes no further: the process is about to end. */
function never(): Promise<never> {
  return new Promise(() => {})
}

/** For `npm run dev`: the same handler over the sources, without the built files and with nothing kept. */
export async function createDevelopmentListener(
  build: () => Promise<ServerBuild>,
  url: string,
): Promise<RequestListener> {
  restrictToOwner(dataPath())
  await openDatabase()
  const signIns = env().DATABASE_URL ? null : await seedDemo()
  if (signIns) {
    await startLocalServices()
    await moveCars()
    console.log(demoWords(signIns, translator('pt')))
  }
  await startQueue(JOBS, DAILY, OFTEN, eachMinute())
  await listenTo('site_changed', forgetRemembered)
  const screens = createScreens(build, 'development')
  return createRequestListener(
    createHandler({ screens, publicUrl: () => url, isReady, hasRoom, spare: async () => null }),
  )
}

/** Milliseconds within which a database that serves answers the smallest question. */
const READY_TIMEOUT_MS = 2_000
const looking = ofOperator<Promise<boolean> | null>(() => null)

async function isReady(): Promise<Readiness> {
  // Whoever asks while nothing is answered yet waits for the same answer: no probe takes another connection.
  looking.value ??= doesAnswer().finally(() => (looking.value = null))
  if (!(await Promise.race([looking.value, pause(READY_TIMEOUT_MS, false, { ref: false })]))) return 'not ready'
  return isLow(await spaceOf(dataPath())) ? 'ready, low space' : 'ready'
}

function doesAnswer(): Promise<boolean> {
  const query = runAs('page', () => db.selectFrom('schema_migrations').select('name').limit(1).execute())
  return query.then(
    () => true,
    () => false,
  )
}

type Served = { handle: Handle; publicUrl: () => string; files: ReadonlyMap<string, CachedAnswer>; pages: KeptPages }

/**
 * What lies in memory is sent as it lies there; the rest is told to the handler. What can't even be told to the screens
 * is answered with the same headers as every page.
 */
function listener({ handle, publicUrl, files, pages }: Served): RequestListener {
  const answered = createRequestListener(handle)
  const circumstances = { https: publicUrl().startsWith('https:') }
  const plain = securityHeaders(circumstances)

  function send(
    kept: CachedAnswer,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
    more: CachedAnswer['headers'] = [],
  ): void {
    const started = performance.now()
    const id = requestIdOf(incoming.headers['x-request-id'])
    const status = sendKept(kept, incoming, outgoing, [...more, ['x-request-id', id]])
    logAnswer({ id, method: incoming.method, path: incoming.url, status, started })
  }

  return (incoming, outgoing) => {
    if (!isReadable(incoming)) {
      outgoing.writeHead(400, [...plain, ['cache-control', 'no-store'], ['connection', 'close']].flat()).end()
      return
    }
    if (sendsBody(incoming)) outgoing.once('finish', () => readAway(incoming))
    const file = findFile(files, incoming)
    if (file) return send(file, incoming, outgoing, fileHeaders(file.type, incoming.url ?? '', circumstances))
    const page = pages.find(incoming)
    if (page === null) answered(incoming, outgoing)
    else if (!(page instanceof Promise)) send(page, incoming, outgoing)
    else {
      page.then(
        (made) => (made ? send(made, incoming, outgoing) : answered(incoming, outgoing)),
        // What could not be made is answered, and recorded, like any other page.
        () => answered(incoming, outgoing),
      )
    }
  }
}

const sendsBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'

/**
 * What nobody read of a request is taken off the connection once it is answered: a browser that is still sending would
 * never read the answer, and the next request on that connection would wait until it is closed.
 */
function readAway(incoming: IncomingMessage): void {
  if (incoming.complete) return
  incoming.removeAllListeners('data')
  incoming.resume()
}

function findFile(
  files: ReadonlyMap<string, CachedAnswer>,
  { method, url = '' }: IncomingMessage,
): CachedAnswer | null {
  const [path = ''] = url.split('?', 1)
  return ((method === 'GET' || method === 'HEAD') && files.get(path)) || null
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })
}

async function tellIdentityFaults(t: Translator): Promise<void> {
  const findings = await checkIdentity().catch((error: unknown) => {
    log.error({ err: error }, 'the identity service could not be looked at')
    return []
  })
  for (const found of findings) if (found.fault) console.error(`  ${identityWords(found, t)}`)
}

function stopWith(sentence: string): void {
  console.error(sentence)
  process.exitCode = 1
}

// The built server starts itself; in development `scripts/dev.ts` does.
if (import.meta.env.PROD) {
  const screens = async () => (await import('virtual:react-router/server-build')) as ServerBuild
  const folder = hostFolder()
  const started = folder === null ? serve(screens) : serveMany(screens, folder)
  await started.catch((error: unknown) => {
    const t = translator('pt')
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      const { PORT, METRICS_PORT } = env()
      const isMetrics = METRICS_PORT !== undefined && (error as { port?: number }).port === METRICS_PORT
      console.error(
        isMetrics ? t('cli.start.metricsTaken', { port: METRICS_PORT }) : t('cli.start.portTaken', { port: PORT }),
      )
    } else if (isDiskFull(error)) {
      console.error(t('errors.disk.full'))
    } else if (error instanceof Refusal) {
      console.error(refusalSentence(t, error.code, error.params) ?? error.code)
    } else {
      console.error(error)
    }
    process.exit(1)
  })
}

/** Who may sign in to the demonstration. */
function demoWords(signIns: DemoSignIns, t: Translator): string {
  const { secondAdminEmail: email, secondAdminPassword: password } = signIns
  const second = email && password ? [t('cli.start.demoSecond', { email, password })] : []
  const { adminEmail, adminPassword, driverEmail, driverPassword, files } = signIns
  return [t('cli.start.demo', { adminEmail, adminPassword, driverEmail, driverPassword, files }), ...second].join('\n')
}

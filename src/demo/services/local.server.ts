import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dataPath, env, isProduction } from '#platform/env.server.ts'
import { isAlive, readIfExists } from '#platform/process.ts'
import { boltAnswers } from './bolt-service.ts'
import { DEMO_BOLT, DEMO_COMPANY } from './bolt-demo.ts'
import { DEMO_TRACKERS } from './cartrack-demo.ts'
import { cartrackAnswers } from './cartrack-service.ts'
import { serve } from './serve.ts'
import { DEMO_ORGANISATION, DEMO_UBER } from './uber-demo.ts'
import { DEMO_SERVER } from './traccar-demo.ts'
import { traccarAnswers } from './traccar-service.ts'
import { uberAnswers } from './uber-service.ts'
import { demoWhatsApp } from './whatsapp-demo.ts'
import { whatsAppAnswers } from './whatsapp-service.ts'

/** Where a process that serves them says so to the command line. */
const place = () => dataPath('demo', 'services.json')

/**
 * The services that stand for the platforms of the demonstration, on loopback and for as long as this process serves; from then on they
 * are asked instead of the world. A setting from outside goes before them.
 */
export async function startLocalServices(): Promise<() => Promise<void>> {
  if (isProduction() || env().CONNECTIONS_LOCAL !== undefined) return async () => {}
  const bolt = boltAnswers({ clients: [DEMO_BOLT], companies: [DEMO_COMPANY] })
  const uber = uberAnswers({ clients: [DEMO_UBER], organisations: [DEMO_ORGANISATION] })
  const cartrack = cartrackAnswers(DEMO_TRACKERS)
  const traccar = traccarAnswers(DEMO_SERVER)
  const meta = demoWhatsApp()
  const whatsApp = whatsAppAnswers(meta.given)
  const { url, close } = await serve((request, response) => {
    const address = request.url ?? ''
    if (address.startsWith('/graph.facebook.com/')) return whatsApp.answers(request, response)
    if (address.startsWith('/fleetapi-pt.cartrack.com/')) return cartrack(request, response)
    if (address.startsWith(`/${DEMO_SERVER.host}/`)) return traccar(request, response)
    return (/^\/[a-z]+\.bolt\.eu\//.test(address) ? bolt : uber).answers(request, response)
  })
  process.env['CONNECTIONS_LOCAL'] = url
  mkdirSync(dataPath('demo'), { recursive: true, mode: 0o700 })
  writeFileSync(place(), JSON.stringify({ url, pid: process.pid }), { mode: 0o600 })
  return async () => {
    delete process.env['CONNECTIONS_LOCAL']
    rmSync(place(), { force: true })
    meta.stop()
    await close()
  }
}

/** Does something with these services, where the data are a demonstration: those of a site that runs, or else own ones. */
export async function withLocalServices<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!existsSync(dataPath('demo', 'sign-ins.json')) || isProduction()) return await work()
  const text = readIfExists(place())
  const known = text === null ? null : (JSON.parse(text) as { url: string; pid: number })
  if (known && isAlive(known.pid) && env().CONNECTIONS_LOCAL === undefined) {
    process.env['CONNECTIONS_LOCAL'] = known.url
    return await work()
  }
  const end = await startLocalServices()
  try {
    return await work()
  } finally {
    await end()
  }
}

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

/** File in which a process that runs the services tells the command line their address. */
const stateFile = () => dataPath('demo', 'services.json')

/**
 * Starts the imitations of the platforms on loopback, and asks them instead of the real platforms until they are
 * stopped. A setting from outside overrides them.
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
  writeFileSync(stateFile(), JSON.stringify({ url, pid: process.pid }), { mode: 0o600 })
  return async () => {
    delete process.env['CONNECTIONS_LOCAL']
    rmSync(stateFile(), { force: true })
    meta.stop()
    await close()
  }
}

/** Runs some work with these services if the data are a demonstration: with those of a running site, or with new ones. */
export async function withLocalServices<Result>(work: () => Promise<Result>): Promise<Result> {
  if (!existsSync(dataPath('demo', 'sign-ins.json')) || isProduction()) return await work()
  const text = readIfExists(stateFile())
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

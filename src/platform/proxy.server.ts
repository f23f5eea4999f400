import { rmSync, writeFileSync } from 'node:fs'
import { dataPath, env, setting } from './env.server.ts'
import { log } from './log.ts'
import { readIfExists } from './process.ts'
import { ofOperator } from './operator.ts'

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** File that says that a request since the start came through a proxy missing in the settings; read when the installation is checked. */
const seenPath = () => dataPath('proxy-seen')

const isNoted = ofOperator(() => false)

/**
 * Whether a proxy stands in front that the settings do not mention (`TRUST_PROXY` is 0): then every visitor seems to
 * come from one address, and limits per address count everybody together. `https`: the site is reached under https,
 * which nothing here speaks. `forwarded`: a request since the start named a proxy; anybody can do so, so it is only a
 * sign.
 */
export function unsetProxy(): 'https' | 'forwarded' | null {
  const { TRUST_PROXY, PUBLIC_URL } = env()
  if (TRUST_PROXY > 0) return null
  if (PUBLIC_URL?.startsWith('https:')) return 'https'
  return readIfExists(seenPath()) === null ? null : 'forwarded'
}

/** Forgets, at the start, what an earlier process saw. */
export function forgetProxySeen(): void {
  isNoted.value = false
  rmSync(seenPath(), { force: true })
}

/** Checks the headers of a request; logs and keeps the first sign of a proxy that the settings do not mention. */
export function noteProxy(headers: Headers): void {
  if (isNoted.value || !FORWARDED.some((name) => headers.has(name)) || setting('TRUST_PROXY') > 0) return
  isNoted.value = true
  log.warn('a request was forwarded by a proxy that TRUST_PROXY does not count: all visitors seem to have one address')
  writeFileSync(seenPath(), `${Temporal.Now.instant().toString()}\n`, { mode: 0o600 })
}

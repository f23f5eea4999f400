import { rmSync, writeFileSync } from 'node:fs'
import { dataPath, env, setting } from './env.server.ts'
import { log } from './log.ts'
import { readIfThere } from './process.ts'
import { ofOperator } from './operator.ts'

const FORWARDED = ['x-forwarded-for', 'forwarded', 'x-real-ip']

/** Where it is kept, for a look at the installation, that a request since the start came through a proxy nobody told of. */
const seenPath = () => dataPath('proxy-seen')

const isNoted = ofOperator(() => false)

/**
 * Whether a proxy stands in front that the settings do not tell of (`TRUST_PROXY` is 0): then every visitor seems to come
 * from one address, and whatever is counted per address is counted for all. `https`: the site is seen under https, which
 * nothing here speaks. `forwarded`: a request since the start said so itself; anybody can, so it is only a sign.
 */
export function unsetProxy(): 'https' | 'forwarded' | null {
  const { TRUST_PROXY, PUBLIC_URL } = env()
  if (TRUST_PROXY > 0) return null
  if (PUBLIC_URL?.startsWith('https:')) return 'https'
  return readIfThere(seenPath()) === null ? null : 'forwarded'
}

/** At the start: what an earlier one saw counts no more. */
export function forgetProxySeen(): void {
  isNoted.value = false
  rmSync(seenPath(), { force: true })
}

/** Looks at what a request brings along; the first that came through an untold proxy is logged and kept. */
export function noteProxy(headers: Headers): void {
  if (isNoted.value || !FORWARDED.some((name) => headers.has(name)) || setting('TRUST_PROXY') > 0) return
  isNoted.value = true
  log.warn('a request was forwarded by a proxy that TRUST_PROXY does not count: all visitors seem to have one address')
  writeFileSync(seenPath(), `${Temporal.Now.instant().toString()}\n`, { mode: 0o600 })
}

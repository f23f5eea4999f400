import { currentCause } from './cause.ts'
import { log } from './log.ts'
import { traceCall } from './tracing.ts'

/** Services outside this installation that it calls. */
export type Service =
  | 'platform'
  | 'mail'
  | 'mailbox'
  | 'push'
  | 'files'
  | 'identity'
  | 'stamp'
  | 'pixel'
  | 'scanner'
  | 'map'

/**
 * Calls a service outside: one line of the log, with the id of the request it is done for. The host alone: an address may hold a
 * name, an id or a key.
 */
export async function callOut<Answer>(service: Service, host: string, act: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const tell = (outcome: 'answered' | 'failed') => {
    const said = { service, host, outcome, ms: Math.round(performance.now() - started) }
    // What the hour brings by itself is many calls, and none of them interests anybody while it is answered.
    const level = outcome === 'failed' || currentCause().request !== null ? 'info' : 'debug'
    log[level](said, 'a service was called')
  }
  try {
    const answer = await traceCall(service, host, act)
    tell('answered')
    return answer
  } catch (error) {
    tell('failed')
    throw error
  }
}

/** The host that an address names, without the person and password in it; empty where it is none. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

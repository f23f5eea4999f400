import { currentCause } from './cause.ts'
import { log } from './log.ts'
import { traceCall } from './tracing.ts'

/** Outside services that this installation calls. */
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
 * Calls an outside service and logs it in one line, with the id of the request that needs it. It logs only the host of
 * the address, which may hold a name, an id or a key.
 */
export async function callOut<Answer>(service: Service, host: string, act: () => Promise<Answer>): Promise<Answer> {
  const started = performance.now()
  const tell = (outcome: 'answered' | 'failed') => {
    const facts = { service, host, outcome, ms: Math.round(performance.now() - started) }
    // Scheduled work makes many calls, which interest nobody as long as they are answered.
    const level = outcome === 'failed' || currentCause().request !== null ? 'info' : 'debug'
    log[level](facts, 'a service was called')
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

/** Answers the host of an address, without user and password; empty where it is no address. */
export function hostOf(url: string): string {
  return URL.parse(url)?.hostname ?? ''
}

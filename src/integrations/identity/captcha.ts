import { Refusal } from '#domain/refusal.ts'
import type { CaptchaDemand } from './client.ts'
import { NO_VISITOR_BRIEFLY, identity, isIdentityEmbedded } from './identity.ts'
import { identitySettings } from './settings.ts'
import { ofOperator } from '#platform/operator.ts'

/** Milliseconds for which an answer counts, and after a failure until the next question. */
const ANSWER_VALID_MS = 10 * 60_000
const RETRY_MS = 60_000

type Known = { settings: string; demand: CaptchaDemand | null; until: number }

const known = ofOperator<Known | null>(() => null)
/** Current question: of many pages at once only one asks. */
const asking = ofOperator<{ settings: string; answer: Promise<CaptchaDemand | null> } | null>(() => null)

/** Answers the last answer for the current settings. */
function currentAnswer(): Known | null {
  return known.value?.settings === JSON.stringify(identitySettings()) ? known.value : null
}

/**
 * Answers what forms for the identity service must solve first; `null`: nothing, as with the embedded service, which
 * limits tries instead. It asks at most every ten minutes; while the service does not answer the last answer counts.
 */
export async function captchaDemand(): Promise<CaptchaDemand | null> {
  if (isIdentityEmbedded()) return null
  const before = currentAnswer()
  if (before && before.until > Date.now()) return before.demand
  const settings = JSON.stringify(identitySettings())
  if (asking.value?.settings !== settings) {
    const answer = ask(settings, before).finally(() => (asking.value = null))
    asking.value = { settings, answer }
  }
  return asking.value.answer
}

async function ask(settings: string, before: Known | null): Promise<CaptchaDemand | null> {
  try {
    known.value = {
      settings,
      demand: await identity(NO_VISITOR_BRIEFLY).captchaDemand(),
      until: Date.now() + ANSWER_VALID_MS,
    }
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    known.value = { settings, demand: before?.demand ?? null, until: Date.now() + RETRY_MS }
  }
  return known.value.demand
}

/** Refuses `identity.network-request-failed` while a service on another machine does not answer; the embedded one always does. */
export async function requireIdentityService(): Promise<void> {
  if (!isIdentityEmbedded()) await identity(NO_VISITOR_BRIEFLY).captchaDemand()
}

/** Whether pages were told to use a captcha: their headers must allow its scripts too. */
export function isCaptchaDemanded(): boolean {
  return (currentAnswer()?.demand ?? null) !== null
}

/** Forgets the demand, because the service refused a form without a captcha: it is asked again. */
export function forgetCaptchaDemand(): void {
  known.value = null
}

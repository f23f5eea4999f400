import { data } from 'react-router'
import type { Consent } from '#domain/consent.ts'
import { recordConsent } from '#features/visitors/consent/commands.server.ts'
import type { Language } from '#messages/language.ts'
import { Allowance } from '#platform/allowance.ts'
import { networkOf } from '#platform/network.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'

/** Answers of an address in an hour: enough for everybody behind the one address of a mobile network. */
const answers = ofOperator(() => new Allowance(600, { hours: 1 }))

type GivenConsent = { consent: Consent; language: Language; address: string; now: Temporal.Instant }

/**
 * Records an answer. A yes that can't be recorded could not be proved later, and is refused; a no counts whatever
 * becomes of its record.
 */
export async function writeDown({ consent, language, address, now }: GivenConsent): Promise<void> {
  const isYes = consent.purposes.length > 0
  const isWritable = answers.value.take(networkOf(address), now)
  if (isYes && !isWritable) throw data({ code: 'identity.too-many-requests', params: {} }, 429)
  if (!isWritable) return
  try {
    await recordConsent(consent, language, now)
  } catch (error) {
    if (isYes) throw error
    log.warn({ err: error }, 'a no could not be written down, and counts')
  }
}

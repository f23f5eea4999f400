import { data, redirect } from 'react-router'
import { type Consent, CONSENT_VERSION, PURPOSES, writeConsent } from '#domain/consent.ts'
import { allowedBy, consentInput } from '#features/visitors/consent/schema.ts'
import { languageOf } from '#messages/language.ts'
import { valuesWithLists } from '#web/answer.server.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestContext } from '#web/context.ts'
import { openCookie } from '#web/cookies.server.ts'
import { writeDown } from '#web/measuring/answer-record.server.ts'
import { CONSENT_KEY, CONSENT_SECONDS, consentIn } from '#web/measuring/consent-cookie.ts'
import { askedPurposes, measuringSettings, withoutOthersCookies } from '#web/measuring/measuring.server.ts'
import { pathOnThisSite } from '#web/same-origin.ts'
import type { Route } from './+types/consent.ts'

/** Takes an answer to the banner, or its withdrawal in the footer: sets the cookie, records the answer, and redirects back. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const input = consentInput.safeParse(valuesWithLists(await readForm(request)))
  if (!input.success) throw data({ code: 'field.invalid', params: {} }, 400)
  const { now, address } = context.get(requestContext)
  const before = consentIn(request.headers.get('cookie') ?? '')
  const purposes = allowedBy(input.data, askedPurposes(measuringSettings()))
  const consent: Consent = {
    id: before?.id ?? crypto.randomUUID(),
    version: CONSENT_VERSION,
    purposes,
    seconds: Math.floor(now.epochMilliseconds / 1000),
  }
  const isTakenBack = input.data.choice === 'withdrawn'
  const back = pathOnThisSite(input.data.back) ?? '/'
  // Withdrawing consent that was never given needs no record.
  if (before || !isTakenBack) await writeDown({ consent, language: languageOf(back), address, now })

  const headers = new Headers()
  headers.append(
    'set-cookie',
    isTakenBack
      ? openCookie(request, CONSENT_KEY, '', 0)
      : openCookie(request, CONSENT_KEY, writeConsent(consent), CONSENT_SECONDS),
  )
  if (purposes.length < PURPOSES.length) {
    for (const gone of withoutOthersCookies(request)) headers.append('set-cookie', gone)
  }
  return redirect(isTakenBack ? `${back}#consent` : back, { status: 303, headers })
}

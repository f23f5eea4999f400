import { z } from 'zod'
import { operation } from './call.ts'
import { fault } from './fault.ts'
import { text, whole } from './fields.ts'
import { readIdToken, signSessionCookie } from './tokens.ts'

/** Least and most seconds of a session cookie: five minutes to fourteen days. */
const MIN_SECONDS = 300
const MAX_SECONDS = 1_209_600

/** `projects/{project}:createSessionCookie`, privileged. The site has its own sessions and does not use it. */
export const createSessionCookie = operation(z.object({ idToken: text, validDuration: whole }), async (input, call) => {
  if (!input.idToken) throw fault('MISSING_ID_TOKEN')
  const seconds = input.validDuration ?? MAX_SECONDS
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) throw fault('INVALID_DURATION')
  return { sessionCookie: await signSessionCookie(await readIdToken(input.idToken, call), seconds, call) }
})

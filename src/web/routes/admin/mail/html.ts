import { getMail } from '#features/mail/queries.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/html.ts'
import { readNumber } from '#domain/record-id.ts'

/**
 * Policy of the message's frame: only inline styles are allowed; no script, no form, no request, and an origin of its
 * own.
 */
const FRAME_POLICY = [
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox',
].join('; ')

/** The HTML part as it is sent, for the frame of the message's page. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { parts } = await getMail(readNumber(params.id))
  if (!parts) throw new Refusal('record.not-found')
  return new Response(parts.html, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_POLICY,
      'cache-control': 'private, no-store',
    },
  })
})

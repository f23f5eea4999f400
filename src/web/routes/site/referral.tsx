import { redirect } from 'react-router'
import { cookie } from '#web/cookies.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import type { Route } from './+types/referral.ts'
import { REFERRAL_COOKIE, REFERRAL_SECONDS, REFERRAL_SLUG } from './referral-cookie.ts'

/**
 * A driver's personal link: leads to the application, which carries the name of the referrer for 30 days. Whether a
 * driver of that name exists is checked when the application is sent: a stranger sees the same for every name.
 */
export const loader = ({ request, params: { slug } }: Route.LoaderArgs) => {
  const headers = REFERRAL_SLUG.test(slug)
    ? { 'set-cookie': cookie(request, REFERRAL_COOKIE, slug, REFERRAL_SECONDS) }
    : {}
  return redirect(sameLanguage(request, '/signup'), { headers })
}

import { redirect } from 'react-router'
import { isReferrer } from '#features/drivers/queries.server.ts'
import { cookie } from '#web/cookies.server.ts'
import { sameLanguage } from '#web/i18n.tsx'
import type { Route } from './+types/referral.ts'
import { REFERRAL_COOKIE, REFERRAL_SECONDS, REFERRAL_SLUG } from './referral-cookie.ts'

/**
 * A driver's personal link: to the application, which carries the name of who referred for 30 days. A name that is no
 * driver's leads there all the same, and refers nobody.
 */
export const loader = async ({ request, params: { slug } }: Route.LoaderArgs) => {
  const isName = REFERRAL_SLUG.test(slug) && (await isReferrer(slug))
  const headers = isName ? { 'set-cookie': cookie(request, REFERRAL_COOKIE, slug, REFERRAL_SECONDS) } : {}
  return redirect(sameLanguage(request, '/signup'), { headers })
}

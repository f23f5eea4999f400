import { redirect } from 'react-router'
import { sameLanguage } from '#web/i18n.tsx'
import type { Route } from './+types/referral.ts'

/** A driver's personal link: to the application, with the name of who referred. */
export const loader = ({ request, params }: Route.LoaderArgs) =>
  redirect(sameLanguage(request, `/signup?ref=${encodeURIComponent(params.slug)}`))

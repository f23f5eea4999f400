import { data } from 'react-router'
import { languageOf } from '#messages/language.ts'
import { translatorFor } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { NotFound } from '#web/shell/trouble.tsx'
import type { Route } from './+types/not-found.ts'

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(translatorFor(languageOf(location.pathname))('page.trouble.notFound.title'))

/** The page for every unknown path, in the language of its address. */
export const loader = () => data(null, 404)

export default function NotFoundScreen() {
  return <NotFound />
}

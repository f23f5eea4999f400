import { Outlet, useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { isGuide, isPublicPage } from '#web/public-pages.ts'
import { useBrand } from './brand.ts'
import { SiteFrame } from './frames.tsx'
import { NotYet } from './not-yet.tsx'
import { Trouble } from './trouble.tsx'

/** The layout of public pages. They ship no framework script; `root.tsx` decides that by the route. */
export default function SiteLayout() {
  const { isSet } = useBrand()
  const path = withoutLanguage(useLocation().pathname)
  return <SiteFrame>{isSet || !tellsOfOperator(path) ? <Outlet /> : <NotYet />}</SiteFrame>
}

/**
 * Whether a page speaks for the operator, or asks for personal data in its name. Signing in, applications that were begun and the
 * guide stay open.
 */
function tellsOfOperator(path: string): boolean {
  return (
    (isPublicPage(path) && path !== '/login' && !isGuide(path)) ||
    path === '/contact/message' ||
    path === '/signup/person'
  )
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <Trouble />
    </SiteFrame>
  )
}

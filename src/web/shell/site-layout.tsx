import { Outlet, useLocation } from 'react-router'
import { withoutLanguage } from '#messages/language.ts'
import { isGuide, isPublicPage } from '#web/public-pages.ts'
import { useBrand } from './brand.ts'
import { SiteFrame } from './frames.tsx'
import { NotYet } from './not-yet.tsx'
import { Trouble } from './trouble.tsx'

/** Public pages ship no framework script: `root.tsx` reads this. */
export default function SiteLayout() {
  const { isSet } = useBrand()
  const path = withoutLanguage(useLocation().pathname)
  return <SiteFrame>{isSet || !tellsOfOperator(path) ? <Outlet /> : <NotYet />}</SiteFrame>
}

/** Pages that speak for the operator, or ask for personal data in its name; a sign-in, what was begun and the guide stay open. */
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

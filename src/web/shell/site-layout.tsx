import { Outlet } from 'react-router'
import { SiteFrame } from './frames.tsx'
import { Trouble } from './trouble.tsx'

/** Public pages ship no framework script: `root.tsx` reads this. */
export const handle = { hydrate: false }

export default function SiteLayout() {
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  )
}

export function ErrorBoundary() {
  return (
    <SiteFrame>
      <Trouble />
    </SiteFrame>
  )
}

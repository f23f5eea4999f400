import { Outlet } from 'react-router'
import type { Route } from './+types/admin-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardAdmin } from './guards.ts'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardAdmin(arrival)]

export default function AdminLayout() {
  return (
    <PanelFrame area="admin">
      <Outlet />
    </PanelFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PanelFrame area="admin">
      <Trouble />
    </PanelFrame>
  )
}

import { Outlet } from 'react-router'
import type { Route } from './+types/driver-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardDriver } from './guards.ts'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardDriver(arrival)]

export default function DriverLayout() {
  return (
    <PanelFrame area="driver">
      <Outlet />
    </PanelFrame>
  )
}

export function ErrorBoundary() {
  return (
    <PanelFrame area="driver">
      <Trouble />
    </PanelFrame>
  )
}

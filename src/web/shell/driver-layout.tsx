import { Outlet } from 'react-router'
import { countUnread } from '#features/mail/inbox/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { InboxBell } from '#web/parts/inbox-bell.tsx'
import { ViewingBanner } from '#web/parts/viewing-banner.tsx'
import { ownDriver, sessionOf } from '#web/session.server.ts'
import type { Route } from './+types/driver-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardDriver } from './guards.ts'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardDriver(arrival)]

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => ({
    unread: await countUnread(ownDriver(context)),
    viewed: sessionOf(context)?.viewing?.name ?? null,
  }))

export default function DriverLayout({ loaderData: { unread, viewed } }: Route.ComponentProps) {
  return (
    <PanelFrame area="driver" bell={<InboxBell unread={unread} />}>
      {viewed === null ? null : <ViewingBanner name={viewed} />}
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

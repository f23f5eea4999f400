import { Outlet } from 'react-router'
import { countUnread } from '#features/mail/inbox/queries.server.ts'
import { countUnreadTickets } from '#features/support/tickets/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { InboxBell } from '#web/parts/inbox-bell.tsx'
import { OutboxState } from '#web/parts/outbox-state.tsx'
import { ViewingBanner } from '#web/parts/viewing-banner.tsx'
import { ownDriver, sessionOf } from '#web/session.server.ts'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/driver-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardDriver } from './guards.ts'
import styles from './driver-layout.module.css'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardDriver(arrival)]

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => ({
    unread: await countUnread(ownDriver(context)),
    counts: { help: await countUnreadTickets(ownDriver(context)) },
    viewed: sessionOf(context)?.viewing?.name ?? null,
    readAt: context.get(requestContext).now.toString(),
  }))

export default function DriverLayout({ loaderData: { unread, counts, viewed, readAt } }: Route.ComponentProps) {
  return (
    <PanelFrame
      area="driver"
      counts={counts}
      bell={<InboxBell unread={unread} />}
      above={
        viewed === null ? (
          <>
            <Copy of={readAt} />
            <OutboxState isListed />
          </>
        ) : (
          <ViewingBanner name={viewed} />
        )
      }
    >
      <Outlet />
    </PanelFrame>
  )
}

/** Notes on a page that is shown from the phone's copy: they are hidden until the worker removes the `hidden`. */
function Copy({ of }: { of: string }) {
  const t = useT()
  const at = formatInstant(of, t.language)
  return (
    <>
      <div data-without-network="" hidden>
        <Notice tone="warn" action={<Link to="/dashboard/offline">{t('page.offline.way')}</Link>}>
          {t('page.offline.copy', { at })} {t('page.offline.since')}
        </Notice>
      </div>
      <div data-from-icon="" hidden className={styles.first}>
        <Notice tone="warn">
          {t('page.offline.first', { at })} {t('page.offline.since')}
        </Notice>
      </div>
    </>
  )
}

export function ErrorBoundary() {
  return (
    <PanelFrame area="driver">
      <Trouble />
    </PanelFrame>
  )
}

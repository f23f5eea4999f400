import { Outlet, useSearchParams } from 'react-router'
import { countForMenu } from '#features/weeks/overview/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/admin-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardAdmin } from './guards.ts'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardAdmin(arrival)]

export const loader = () =>
  show(async () => {
    const { tickets, reports, alerts } = await countForMenu()
    return { counts: { support: tickets.count, vehicles: reports?.count ?? 0, tracking: alerts?.count ?? 0 } }
  })

export default function AdminLayout({ loaderData: { counts } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <PanelFrame area="admin" counts={counts}>
      {query.has('already') ? (
        <Stack>
          <Done>{t('common.already')}</Done>
          <div>
            <Outlet />
          </div>
        </Stack>
      ) : (
        <Outlet />
      )}
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

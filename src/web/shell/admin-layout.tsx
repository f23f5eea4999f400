import { Outlet, useSearchParams } from 'react-router'
import { useT } from '#web/i18n.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/admin-layout.ts'
import { PanelFrame } from './frames.tsx'
import { guardAdmin } from './guards.ts'
import { Trouble } from './trouble.tsx'

export const middleware: Route.MiddlewareFunction[] = [(arrival) => guardAdmin(arrival)]

export default function AdminLayout() {
  const t = useT()
  const [query] = useSearchParams()
  return (
    <PanelFrame area="admin">
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

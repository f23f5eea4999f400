import { useSearchParams } from 'react-router'
import { listRecentRequests } from '#features/fleet/shift-requests/queries.server.ts'
import type { ShiftRequest } from '#features/fleet/shift-requests/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Items } from '#web/ui/items.tsx'
import { Page } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/requests.ts'
import { RequestItem } from './request-item.tsx'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => ({
  requests: await listRecentRequests(dayAt(now.subtract({ hours: 24 * RECENT }))),
}))

/** Days that what was asked stays in sight. */
const RECENT = 14

const waits = ({ state }: ShiftRequest) => state === 'open' || state === 'accepted'

/** What drivers ask of each other and of the office about shifts, and what became of it. */
export default function ShiftRequestsScreen({ loaderData: { requests } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const parts = [
    [t('page.shifts.requests.waiting'), requests.filter(waits)],
    [t('page.shifts.requests.answered'), requests.filter((one) => !waits(one))],
  ] as const
  return (
    <>
      <PageHead
        title={t('page.shifts.requests.title')}
        subtitle={t('page.shifts.requests.subtitle')}
        back={{ to: '/admin/vehicles/week', label: t('page.shifts.title') }}
      />
      {query.get('done') === 'answered' ? <Done>{t('page.shifts.requests.done')}</Done> : null}
      {query.get('done') === 'offered' ? <Done>{t('page.shifts.requests.offer.done')}</Done> : null}
      <Page width="middle">
        {requests.length === 0 ? (
          <EmptyState title={t('page.shifts.requests.empty')}>{t('page.shifts.requests.emptyText')}</EmptyState>
        ) : (
          <Stack>
            {parts.map(([title, some]) =>
              some.length === 0 ? null : (
                <Section key={title} title={title}>
                  <Items>
                    {some.map((request) => (
                      <RequestItem key={request.id} request={request} />
                    ))}
                  </Items>
                </Section>
              ),
            )}
          </Stack>
        )}
      </Page>
    </>
  )
}

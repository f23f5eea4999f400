import { useSearchParams } from 'react-router'
import { confirmsShifts } from '#features/company/queries.server.ts'
import { isStillPossible, listRecentRequests } from '#features/fleet/shift-requests/queries.server.ts'
import { OFFICE_ANSWERS, waitsForOffice } from '#features/fleet/shift-requests/schema.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMaySend } from '#web/place-power.ts'
import { shows } from '#web/screen.server.ts'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Items } from '#web/ui/items.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/requests.ts'
import { RequestItem } from './request-item.tsx'

export const loader = shows(async (_: Route.LoaderArgs, { now }) => {
  const [requests, confirms] = await Promise.all([
    listRecentRequests(dayAt(now.subtract({ hours: 24 * RECENT_DAYS }))),
    confirmsShifts(),
  ])
  return { requests: requests.map((request) => ({ request, isOver: !isStillPossible(request, now) })), confirms }
})

/** Days for which an answered request stays in the list. */
const RECENT_DAYS = 14

type Shown = Route.ComponentProps['loaderData']['requests'][number]

/** Who has to answer, the office first; nobody if it is answered, or if its hours are over. */
function answererOf({ request, isOver }: Shown): 'office' | 'driver' | 'nobody' {
  if (isOver) return 'nobody'
  if (waitsForOffice(request)) return 'office'
  return request.state === 'open' ? 'driver' : 'nobody'
}

/** Drivers' requests to each other and to the office about shifts, and what became of them. */
export default function ShiftRequestsScreen({ loaderData: { requests, confirms } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = OFFICE_ANSWERS.find((officeAnswer) => officeAnswer === query.get('done'))
  const answered = requests.filter((request) => answererOf(request) === 'nobody')
  const waiting = requests.length - answered.length
  return (
    <Page width="middle">
      <PageHead
        title={t('page.shifts.requests.title')}
        subtitle={t('page.shifts.requests.subtitle')}
        back={{ to: '/admin/vehicles/week', label: t('page.shifts.title') }}
      />
      {done ? <Done>{t(`page.shifts.requests.act.${done}.done`)}</Done> : null}
      {query.get('done') === 'offered' ? <Done>{t('page.shifts.requests.offer.done')}</Done> : null}
      {requests.length === 0 ? (
        <EmptyState title={t('page.shifts.requests.empty')}>{t('page.shifts.requests.emptyText')}</EmptyState>
      ) : (
        <Stack>
          {(['office', 'driver'] as const).map((who) => {
            const some = requests.filter((request) => answererOf(request) === who)
            return some.length === 0 ? null : (
              <Section key={who} title={t(`page.shifts.requests.waitsFor.${who}`)}>
                <Requests shown={some} />
              </Section>
            )
          })}
          {answered.length > 0 ? (
            <Card flush>
              <Disclosure
                summary={t('page.shifts.requests.answered')}
                aside={String(answered.length)}
                open={waiting === 0 || done !== undefined}
              >
                <Requests shown={answered.toReversed()} look="rows" />
              </Disclosure>
            </Card>
          ) : null}
        </Stack>
      )}
      <Rule confirms={confirms} />
    </Page>
  )
}

function Requests({ shown, look = 'cards' }: { shown: readonly Shown[]; look?: 'cards' | 'rows' }) {
  return (
    <Items look={look}>
      {shown.map(({ request, isOver }) => (
        <RequestItem key={request.id} request={request} isOver={isOver} />
      ))}
    </Items>
  )
}

/** Whether a swap waits for the office, with a link to that setting. */
function Rule({ confirms }: { confirms: boolean }) {
  const t = useT()
  const maySet = useMaySend('/admin/company')
  return (
    <Words look="small">
      {t(confirms ? 'page.shifts.requests.confirmed' : 'page.shifts.requests.atOnce')}{' '}
      {maySet ? <Link to="/admin/company#confirmsShifts">{t('page.shifts.requests.setRule')}</Link> : null}
    </Words>
  )
}

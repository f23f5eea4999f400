import { useSearchParams } from 'react-router'
import { listClosedDisputes, listOpenDisputes } from '#features/statements/disputes/queries.server.ts'
import type { ContestedLine } from '#features/statements/disputes/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatWeekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DisputeState } from '#web/parts/line-opinion.tsx'
import { Money } from '#web/parts/money.tsx'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/disputes.ts'

export const loader = shows(async () => {
  const [open, closed] = await Promise.all([listOpenDisputes(), listClosedDisputes()])
  return { open, closed }
})

const DONE = ['accepted', 'declined'] as const

/** Every line that drivers contest: what waits for an answer, then what was answered. */
export default function DisputesScreen({ loaderData: { open, closed } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = DONE.find((name) => name === query.get('done'))
  return (
    <>
      <PageHead
        back={{ to: '/admin/weekly', label: t('page.week.list.title') }}
        title={t('page.disputes.office.title')}
        subtitle={t('page.disputes.office.subtitle')}
      />
      <Stack>
        {done ? <Done>{t(`page.disputes.office.done.${done}`)}</Done> : null}
        {open.length > 0 ? (
          <Section title={t('page.disputes.office.open')}>
            <Lines lines={open} caption={t('page.disputes.office.caption')} />
          </Section>
        ) : (
          <EmptyState title={t('page.disputes.office.none.title')}>
            <p>{t('page.disputes.office.none.text')}</p>
          </EmptyState>
        )}
        {closed.length > 0 ? (
          <Section title={t('page.disputes.office.closed')}>
            <Lines lines={closed} caption={t('page.disputes.office.closedCaption')} />
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

function Lines({ lines, caption }: { lines: readonly ContestedLine[]; caption: string }) {
  const t = useT()
  return <Table caption={caption} rows={lines} rowKey={({ id }) => id} columns={columns(t)} />
}

function columns(t: Translator): Column<ContestedLine>[] {
  const heads = (name: 'driver' | 'week' | 'line' | 'amount' | 'why' | 'state') =>
    t(`page.disputes.office.columns.${name}`)
  return [
    {
      head: heads('driver'),
      cell: ({ id, driver }) => <Link to={`/admin/weekly/disputes/${id}`}>{driver.name}</Link>,
    },
    { head: heads('week'), cell: ({ week }) => formatWeekNumber(week, t.language) },
    { head: heads('line'), cell: ({ line }) => lineLabel(line, t) },
    { head: heads('amount'), number: true, cell: ({ line }) => <Money cents={line.amount} look="bare" /> },
    { head: heads('why'), cell: ({ cause }) => t(`page.disputes.causes.${cause}`) },
    { head: heads('state'), cell: ({ state }) => <DisputeState state={state} /> },
  ]
}

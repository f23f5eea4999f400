import { CONTRADICTS, type ConnectionRun, LISTS } from '#features/connections/schema.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { Card } from '#web/ui/card.tsx'
import { Words } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** What each run asked for and brought, in words, so that readers see what is missing and why. */
export function ConnectionLog({ runs }: { runs: readonly ConnectionRun[] }) {
  const t = useT()
  return (
    <Card title={t('page.connections.log.title')} flush={runs.length > 0}>
      {runs.length === 0 ? (
        <Words look="soft">{t('page.connections.log.empty')}</Words>
      ) : (
        <Table
          caption={t('page.connections.log.caption')}
          rows={runs}
          rowKey={({ id }) => String(id)}
          columns={columns(t)}
        />
      )}
    </Card>
  )
}

function columns(t: ReturnType<typeof useT>): Column<ConnectionRun>[] {
  const number = (name: 'asked' | 'received' | 'kept' | 'refused'): Column<ConnectionRun> => ({
    head: t(`page.connections.log.columns.${name}`),
    number: true,
    cell: (run) => formatNumber(run[name], t.language),
  })
  return [
    { head: t('page.connections.log.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    {
      head: t('page.connections.log.columns.kind'),
      first: true,
      cell: ({ kind }) => t(`page.connections.log.kinds.${kind}`),
    },
    { head: t('page.connections.log.columns.by'), cell: ({ by }) => by ?? t('page.connections.log.schedule') },
    number('asked'),
    number('received'),
    number('kept'),
    number('refused'),
    { head: t('page.connections.log.columns.result'), wraps: true, cell: (run) => <Result run={run} /> },
  ]
}

function Result({ run: { endedAt, trouble, detail, lists } }: { run: ConnectionRun }) {
  const t = useT()
  const brought = LISTS.flatMap((name) => {
    const list = lists[name]
    if (!list) return []
    const counts = { received: formatNumber(list.received, t.language), kept: formatNumber(list.kept, t.language) }
    return [t(`page.connections.log.lists.${name}`, counts)]
  })
  const unread = LISTS.flatMap((name) => lists[name]?.named ?? [])
  return (
    <>
      {trouble ? (
        <State tone="bad">{t(`page.connections.log.troubles.${trouble}`, { said: detail ?? '' })}</State>
      ) : (
        <State tone={endedAt ? 'ok' : 'info'}>{t(`page.connections.log.${endedAt ? 'fine' : 'running'}`)}</State>
      )}
      {brought.length > 0 ? <p>{brought.join(' · ')}</p> : null}
      {unread.map(({ of, field }) => (
        <p key={`${of} ${field}`}>
          {field === CONTRADICTS
            ? t('page.connections.log.contradicts', { of })
            : t('page.connections.log.unread', { of, field })}
        </p>
      ))}
    </>
  )
}

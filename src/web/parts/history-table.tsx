import type { AuditEvent } from '#features/audit/queries.server.ts'
import { useT } from '#web/i18n.tsx'
import { Table } from '#web/ui/table.tsx'
import styles from './history-table.module.css'
import { Moment } from './moment.tsx'

/** What happened to a record: when, who, what, and each value that became another. */
export function HistoryTable({ events }: { events: readonly AuditEvent[] }) {
  const t = useT()
  const who = ({ by, role }: AuditEvent) =>
    by ?? t(role === 'command-line' ? 'page.fleet.history.commandLine' : 'page.fleet.history.system')
  return (
    <Table
      caption={t('page.fleet.history.caption')}
      rows={events}
      rowKey={({ id }) => String(id)}
      empty={<p>{t('page.fleet.history.empty')}</p>}
      columns={[
        { head: t('page.fleet.history.columns.at'), cell: ({ at }) => <Moment at={at} /> },
        {
          head: t('page.fleet.history.columns.what'),
          cell: ({ action }) => t.find(`page.fleet.history.actions.${action}`) ?? action,
        },
        { head: t('page.fleet.history.columns.change'), cell: ({ changes }) => <Changes changes={changes} /> },
        { head: t('page.fleet.history.columns.who'), cell: who },
      ]}
    />
  )
}

const LONGEST = 60

function Changes({ changes }: { changes: AuditEvent['changes'] }) {
  const t = useT()
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{t.find(`page.fleet.history.fields.${field}`) ?? field}</span>{' '}
          {isPlain(before) && isPlain(after) ? `${before === null ? '' : `${before} → `}${after ?? '–'}` : null}
        </li>
      ))}
    </ul>
  )
}

function isPlain(text: string | null): boolean {
  return text === null || (text.length <= LONGEST && !text.startsWith('{'))
}

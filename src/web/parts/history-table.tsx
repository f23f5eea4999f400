import type { AuditEvent } from '#features/audit/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
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

function Changes({ changes }: { changes: AuditEvent['changes'] }) {
  const t = useT()
  const words = useWords()
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{t.find(`page.fleet.history.fields.${field}`) ?? field}</span>{' '}
          {isPlain(before) && isPlain(after)
            ? `${before === null ? '' : `${words(field, before)} → `}${after === null ? '–' : words(field, after)}`
            : null}
        </li>
      ))}
    </ul>
  )
}

const LONGEST = 60

/** What has parts of its own is only named: the record itself shows it. */
function isPlain(text: string | null): boolean {
  return text === null || (text.length <= LONGEST && !text.startsWith('{'))
}

/** A stored value as the screens write it. */
function useWords(): (field: string, value: string) => string {
  const t = useT()
  return (field, value) => {
    if (field === 'rent') return formatMoney(Number(value), t.language)
    if (field === 'energy') return t.find(`page.fleet.energies.${value}`) ?? value
    if (field === 'status') return t.find(`page.fleet.status.${value}`) ?? t.find(`page.fleet.vehicleStatus.${value}`) ?? value
    if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatInstant(value, t.language)
    return value
  }
}

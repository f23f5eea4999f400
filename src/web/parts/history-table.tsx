import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import styles from './history-table.module.css'
import { Moment } from './moment.tsx'

/** `by` is an e-mail, or `null` when `role` did it alone; values as they are stored. */
export type AuditEvent = {
  id: number
  at: string
  by: string | null
  role: string
  action: string
  changes: readonly { field: string; before: string | null; after: string | null }[]
}

/** What happened to a record: when, who, what, and each value that became another. */
export function HistoryTable({ events }: { events: readonly AuditEvent[] }) {
  const t = useT()
  return (
    <Table
      caption={t('page.fleet.history.caption')}
      rows={events}
      rowKey={({ id }) => String(id)}
      empty={<p>{t('page.fleet.history.empty')}</p>}
      columns={columns(t)}
    />
  )
}

function Changes({ changes }: { changes: AuditEvent['changes'] }) {
  const t = useT()
  const words = useWords()
  const key = keyOf(changes)
  if (key !== null) {
    return (
      <>
        <span className={styles.field}>{t.find(`page.fleet.keyNames.${key.name}`) ?? key.name}</span> {key.value}
      </>
    )
  }
  const isGone = changes.every(({ after }) => after === null)
  return (
    <ul className={styles.changes}>
      {changes.map(({ field, before, after }) => (
        <li key={field}>
          <span className={styles.field}>{t.find(`page.fleet.history.fields.${field}`) ?? field}</span>{' '}
          {isPlain(before) && isPlain(after) ? written(words, field, before, isGone ? before : after) : null}
        </li>
      ))}
    </ul>
  )
}

function written(
  words: ReturnType<typeof useWords>,
  field: string,
  before: string | null,
  after: string | null,
): string {
  const now = after === null ? '–' : words(field, after)
  return before === null || before === after ? now : `${words(field, before)} → ${now}`
}

/** A platform's name that came or went reads as one thing. */
function keyOf(changes: AuditEvent['changes']): { name: string; value: string } | null {
  const [source, kind, value] = ['source', 'kind', 'value'].map((name) => {
    const change = changes.find(({ field }) => field === name)
    return change?.after ?? change?.before ?? null
  })
  return source && kind && value ? { name: `${source}:${kind}`, value } : null
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
    if (field === 'status')
      return t.find(`page.fleet.status.${value}`) ?? t.find(`page.fleet.vehicleStatus.${value}`) ?? value
    if (/^\d{4}-\d{2}-\d{2}T/.test(value)) return formatInstant(value, t.language)
    if (/^\d{4}-\d{2}-\d{2}$/.test(value)) return formatDayShort(value, t.language)
    return value
  }
}

function columns(t: ReturnType<typeof useT>): Column<AuditEvent>[] {
  return [
    { head: t('page.fleet.history.columns.at'), cell: ({ at }) => <Moment at={at} /> },
    {
      head: t('page.fleet.history.columns.what'),
      cell: ({ action }) => t.find(`page.fleet.history.actions.${action}`) ?? action,
    },
    { head: t('page.fleet.history.columns.change'), cell: ({ changes }) => <Changes changes={changes} /> },
    {
      head: t('page.fleet.history.columns.who'),
      cell: ({ by, role }) =>
        by ?? t(role === 'command-line' ? 'page.fleet.history.commandLine' : 'page.fleet.history.system'),
    },
  ]
}

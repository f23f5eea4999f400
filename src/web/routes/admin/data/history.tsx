import { formatDays, formatInstant } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Section } from '#web/ui/card.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Cut } from '#web/ui/layout.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { reportName } from './figure.ts'

type FileRow = {
  id: number
  name: string
  source: string
  kind: string
  account: string
  period_from: string | null
  period_to: string | null
  data_rows: number
  live_rows: number | null
  at: string
  by: string | null
  undone: boolean
}
type Props = { history: { files: readonly FileRow[]; count: number; page: number; size: number } }

/** Every imported file: who, when, how many lines, and how many of them count. */
export function History({ history: { files, count, page, size } }: Props) {
  const t = useT()
  return (
    <Section title={t('page.data.history.title')}>
      <Table
        caption={t('page.data.history.caption')}
        rows={files}
        rowKey={({ id }) => String(id)}
        href={({ id }) => `/admin/data/imports/${id}`}
        empty={
          <EmptyState title={t('page.data.history.empty.title')}>
            <p>{t('page.data.history.empty.text')}</p>
          </EmptyState>
        }
        columns={columns(t, files)}
      />
      <Pagination page={page} size={size} count={count} />
    </Section>
  )
}

/** Columns that say who imported a file by hand, and how many lines count, appear only if some file needs them. */
function columns(t: ReturnType<typeof useT>, files: readonly FileRow[]): Column<FileRow>[] {
  const lacks = ({ undone, live_rows: live, data_rows: all }: FileRow) => undone || (live ?? 0) !== all
  return [
    {
      head: t('page.data.history.file'),
      cell: ({ name, ...report }) => (
        <>
          {reportName(t, report)} <Cut title={name}>{name}</Cut>
        </>
      ),
    },
    { head: t('page.data.history.period'), first: false, cell: (file) => periodOf(t, file) },
    { head: t('page.data.history.rows'), cell: (file) => formatNumber(file.data_rows, t.language), number: true },
    ...(files.some(lacks)
      ? [
          {
            head: t('page.data.history.counting'),
            cell: (file: FileRow) =>
              file.undone
                ? t('page.data.history.undone')
                : lacks(file)
                  ? formatNumber(file.live_rows ?? 0, t.language)
                  : null,
            number: true,
          },
        ]
      : []),
    { head: t('page.data.history.at'), cell: ({ at }) => formatInstant(at, t.language), wideOnly: true },
    ...(files.some(({ by }) => by !== null)
      ? [
          {
            head: t('page.data.history.by'),
            cell: ({ by }: FileRow) => by ?? t('page.data.history.commandLine'),
            wideOnly: true,
          },
        ]
      : []),
  ]
}

function periodOf(t: ReturnType<typeof useT>, { period_from: from, period_to: to }: FileRow): string {
  if (!from || !to) return t('page.data.import.noPeriod')
  return formatDays({ from, to }, t.language)
}

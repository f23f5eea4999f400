import type { ImportPage, OriginalRow, Owner } from '#features/imports/originals/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { rowLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { useHere } from '#web/parts/way-back.ts'
import { Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

const TONES: Record<OriginalRow['state'], StateTone> = {
  live: 'ok',
  repeated: 'todo',
  duplicate: 'todo',
  replaced: 'todo',
  undone: 'todo',
}

/** Each row as it was understood, and under it the line it was read from, cell by cell when opened. */
export function LineRows({ file, shown }: { file: ImportPage; shown: number | null }) {
  const t = useT()
  if (file.rows.length === 0) return <p>{t('page.data.import.empty')}</p>
  return (
    <Table
      caption={t('page.data.import.rowsCaption', { file: file.name })}
      rows={file.rows}
      rowKey={({ id }) => String(id)}
      rowId={({ line }, index) => (file.rows[index - 1]?.line === line ? undefined : `line-${line}`)}
      isSelected={({ line }) => line === shown}
      columns={columns(t, file.name)}
      phone="lines"
    />
  )
}

function columns(t: Translator, file: string): Column<OriginalRow>[] {
  return [
    { head: t('page.data.import.line'), cell: ({ line }) => line },
    { head: t('page.data.import.what'), id: 'what', wraps: true, cell: (row) => <RowWords row={row} file={file} /> },
    { head: t('page.data.import.amount'), number: true, cell: ({ amount }) => <Money cents={amount} look="bare" /> },
  ]
}

/** What counts, or would if it were not printed twice. */
const ANSWERABLE: ReadonlySet<OriginalRow['state']> = new Set(['live', 'duplicate'])
const REFERENCE: ReadonlySet<OriginalRow['kind']> = new Set(['reference', 'organisation'])

function RowWords({ row, file }: { row: OriginalRow; file: string }) {
  const t = useT()
  const here = useHere()
  const language = useLanguage()
  const { facts } = row
  const place = new Set(
    [facts['entry'], facts['place'] ?? facts['station']].filter((one) => one !== undefined && one !== ''),
  )
  const detail = [[...place].join(' → '), facts['product'] ?? '', facts['description'] ?? ''].filter(Boolean).join(', ')
  return (
    <>
      <p>
        <b>{t(`page.data.import.kinds.${row.kind}`)}</b>
        {row.label && row.owner.is !== 'driver' ? `, ${row.label}` : null}
        {detail ? `, ${detail}` : null}
      </p>
      <Links>
        {row.at ? <time dateTime={row.at}>{formatInstant(row.at, language)}</time> : null}
        <Link to={`/admin/weekly/${row.weekName}`}>{t('page.data.import.week', { number: weekNumber(row.week) })}</Link>
        <OwnerWords owner={row.owner} weekName={row.weekName} />
        <StateWords row={row} />
        {ANSWERABLE.has(row.state) && !REFERENCE.has(row.kind) ? (
          <Link to={rowLink(row, here)} aria-label={t('page.exceptions.row.changeOf', { file, line: row.line })}>
            {t('page.exceptions.row.change')}
          </Link>
        ) : null}
        <details>
          <summary>{t('page.data.import.original')}</summary>
          <Stack>
            <code>{row.original}</code>
            <Facts>
              {row.cells.map(({ heading, text }, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells never change places
                <Fact key={column} name={heading}>
                  {text}
                </Fact>
              ))}
            </Facts>
          </Stack>
        </details>
      </Links>
    </>
  )
}

function OwnerWords({ owner, weekName }: { owner: Owner; weekName: string }) {
  const t = useT()
  switch (owner.is) {
    case 'driver':
      return (
        <Link to={`/admin/weekly/${weekName}/${owner.id}`}>
          {owner.plate ? t('page.data.import.ofVehicle', { driver: owner.name, plate: owner.plate }) : owner.name}
        </Link>
      )
    case 'unmatched':
      return (
        <State tone="warn">
          <Link to="/admin/data#unmatched">{t('page.data.import.unmatched')}</Link>
        </State>
      )
    case 'company':
    case 'nobody':
      return <span>{t(`page.data.import.${owner.is}`)}</span>
  }
}

function StateWords({ row: { state, kind, repeats, said } }: { row: OriginalRow }) {
  const t = useT()
  if (said === 'nothing' && state === 'live') return <State tone="todo">{t('page.exceptions.row.is.nothing')}</State>
  if (state === 'live' && kind === 'reference') return <State tone="todo">{t('page.data.import.consult')}</State>
  return (
    <State tone={TONES[state]}>
      {t(`page.data.import.states.${state}`)}
      {state === 'live' ? null : `: ${t(`page.data.import.stateHelp.${state}`, { line: repeats ?? 0 })}`}
    </State>
  )
}

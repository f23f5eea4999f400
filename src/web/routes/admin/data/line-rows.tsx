import type { ImportPage, OriginalRow, Owner } from '#features/imports/originals/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { rowLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { useOwnAddress } from '#web/parts/way-back.ts'
import { Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Links } from '#web/ui/layout.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Each row as it was understood, and under it, folded, the line it was read from, cell by cell. */
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
      columns={columns(t, file.name, alikeIn(file.rows))}
      phone="lines"
    />
  )
}

/** Values that all rows of the page share, so that no row repeats them. */
type Alike = { kind: boolean; week: boolean; amount: boolean }

function alikeIn(rows: readonly OriginalRow[]): Alike {
  const isOne = (of: (row: OriginalRow) => unknown) => new Set(rows.map(of)).size === 1
  return {
    kind: isOne(({ kind }) => kind),
    week: isOne(({ weekName }) => weekName),
    amount: rows.every(({ amount }) => amount === 0),
  }
}

function columns(t: Translator, file: string, alike: Alike): Column<OriginalRow>[] {
  return [
    { head: t('page.data.import.line'), cell: (row) => <LineAndTime row={row} /> },
    {
      head: t('page.data.import.what'),
      id: 'what',
      wraps: true,
      cell: (row) => <RowWords row={row} file={file} alike={alike} />,
    },
    ...(alike.amount
      ? []
      : [
          {
            head: t('page.data.import.amount'),
            number: true,
            cell: ({ amount }: OriginalRow) => <Money cents={amount} look="bare" />,
          },
        ]),
  ]
}

/** States of rows that count, or would count if they were not printed twice. */
const ANSWERABLE: ReadonlySet<OriginalRow['state']> = new Set(['live', 'duplicate'])
const REFERENCE: ReadonlySet<OriginalRow['kind']> = new Set(['reference', 'organisation'])

function LineAndTime({ row: { line, at } }: { row: OriginalRow }) {
  const language = useLanguage()
  return (
    <>
      {line}{' '}
      {at ? (
        <small>
          <time dateTime={at}>{formatInstant(at, language)}</time>
        </small>
      ) : null}
    </>
  )
}

function RowWords({ row, file, alike }: { row: OriginalRow; file: string; alike: Alike }) {
  const t = useT()
  const here = useOwnAddress()
  const { facts } = row
  const place = new Set(
    [facts['entry'], facts['place'] ?? facts['station']].filter((text) => text !== undefined && text !== ''),
  )
  const detail = [[...place].join(' → '), facts['product'] ?? '', facts['description'] ?? ''].filter(Boolean).join(', ')
  const words = [
    ...(alike.kind ? [] : [t(`page.data.import.kinds.${row.kind}`)]),
    ...(row.label && row.owner.is !== 'driver' ? [row.label] : []),
    ...(detail ? [detail] : []),
  ].join(', ')
  return (
    <>
      {words ? <p>{words}</p> : null}
      <Links>
        {alike.week ? null : (
          <Link to={`/admin/weekly/${row.weekName}`}>
            {t('page.data.import.week', { number: weekNumber(row.week) })}
          </Link>
        )}
        <OwnerWords owner={row.owner} weekName={row.weekName} />
        <StateWords row={row} alike={alike} />
        {ANSWERABLE.has(row.state) && !REFERENCE.has(row.kind) ? (
          <ActLink to={rowLink(row, here)} aria-label={t('page.exceptions.row.changeOf', { file, line: row.line })}>
            {t('page.exceptions.row.change')}
          </ActLink>
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

/** The state of a row in words; nothing for a row that counts. */
function StateWords({ row: { state, kind, repeats, said }, alike }: { row: OriginalRow; alike: Alike }) {
  const t = useT()
  if (state !== 'live')
    return (
      <State tone="todo">
        {t(`page.data.import.states.${state}`)}: {t(`page.data.import.stateHelp.${state}`, { line: repeats ?? 0 })}
      </State>
    )
  if (said === 'nothing') return <State tone="todo">{t('page.exceptions.row.is.nothing')}</State>
  return kind === 'reference' && !alike.kind ? <State tone="todo">{t('page.data.import.consult')}</State> : null
}

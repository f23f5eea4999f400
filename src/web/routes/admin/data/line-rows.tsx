import type { ImportPage, OriginalRow, Owner } from '#features/imports/originals/queries.server.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { rowLink } from '#web/parts/line-link.ts'
import { Money } from '#web/parts/money.tsx'
import { useHere } from '#web/parts/way-back.ts'
import { State, type StateTone } from '#web/ui/state.tsx'
import styles from './import.module.css'

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
    <div className={styles.frame}>
      <table className={styles.rows}>
        <caption className="visually-hidden">{t('page.data.import.rowsCaption', { file: file.name })}</caption>
        <thead>
          <tr>
            <th scope="col">{t('page.data.import.line')}</th>
            <th scope="col">{t('page.data.import.what')}</th>
            <th scope="col">{t('page.data.import.amount')}</th>
          </tr>
        </thead>
        {file.rows.map((row, index) => (
          <Row
            key={row.id}
            row={row}
            file={file.name}
            isShown={row.line === shown}
            isFirst={file.rows[index - 1]?.line !== row.line}
          />
        ))}
      </table>
    </div>
  )
}

type RowProps = { row: OriginalRow; file: string; isShown: boolean; isFirst: boolean }

function Row({ row, file, isShown, isFirst }: RowProps) {
  const t = useT()
  return (
    <tbody
      id={isFirst ? `line-${row.line}` : undefined}
      className={isShown ? styles.shown : undefined}
      data-state={row.state}
    >
      <tr>
        <th scope="row">{row.line}</th>
        <td>
          <RowWords row={row} file={file} />
        </td>
        <td>
          <Money cents={row.amount} look="bare" />
        </td>
      </tr>
      <tr className={styles.originalRow}>
        {/* oxlint-disable-next-line jsx-a11y/control-has-associated-label -- a cell of text is no control */}
        <td colSpan={3}>
          <details>
            <summary>
              <span className="visually-hidden">{t('page.data.import.original')}: </span>
              <code>{row.original}</code>
            </summary>
            <dl className={styles.cells}>
              {row.cells.map(({ heading, text }, place) => (
                // oxlint-disable-next-line react/no-array-index-key -- cells never change places
                <div key={place}>
                  <dt>{heading}</dt>
                  <dd>{text}</dd>
                </div>
              ))}
            </dl>
          </details>
        </td>
      </tr>
    </tbody>
  )
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
    <div className={styles.words}>
      <p>
        <b>{t(`page.data.import.kinds.${row.kind}`)}</b>
        {row.label && row.owner.is !== 'driver' ? `, ${row.label}` : null}
        {detail ? <span>, {detail}</span> : null}
      </p>
      <p className={styles.meta}>
        {row.at ? <time dateTime={row.at}>{formatInstant(row.at, language)}</time> : null}
        <Link to={`/admin/weekly/${row.weekName}`}>{t('page.data.import.week', { number: weekNumber(row.week) })}</Link>
        <OwnerWords owner={row.owner} weekName={row.weekName} />
        <StateWords row={row} />
        {ANSWERABLE.has(row.state) && !REFERENCE.has(row.kind) ? (
          <Link to={rowLink(row, here)} aria-label={t('page.exceptions.row.changeOf', { file, line: row.line })}>
            {t('page.exceptions.row.change')}
          </Link>
        ) : null}
      </p>
    </div>
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
        <Link to="/admin/data#unmatched" className={styles.unmatched}>
          {t('page.data.import.unmatched')}
        </Link>
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

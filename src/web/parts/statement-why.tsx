import type { ReactNode } from 'react'
import { showPlate } from '#domain/identifiers.ts'
import type { Line, Step } from '#domain/settlement-types.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import type { StatementView } from '#features/statements/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant, formatStripDay, formatTime, weekNumber } from '#messages/dates.ts'
import { formatNumber, formatPercent } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { Money } from './money.tsx'
import styles from './statement-lines.module.css'
import { lineLink, rowLink } from './line-link.ts'
import { useOwnAddress } from './way-back.ts'

/** The reader: for the office a row links to its import, for a driver to the line itself. */
export type Reader = 'office' | 'driver'

type Props = { line: Line; label: string; statement: StatementView; reader: Reader }

/** The reasons of a number: its calculation with all figures, the rule and its date, and the rows behind it. */
export function Why({ line, label, statement, reader, children }: Props & { children?: ReactNode }) {
  // Sorted by time: files have orders of their own, and a driver reads this as a diary.
  const rows = line.rows
    .flatMap((id) => statement.rows[id] ?? [])
    .toSorted((a, b) => (a.at ?? '').localeCompare(b.at ?? ''))
  const isMovement = rows.some(({ at }) => at !== null)
  const cancelledRows = new Set(line.adjustment?.gone)
  return (
    <div className={styles.why}>
      {isMovement ? (
        <Movements rows={rows} cancelled={cancelledRows} label={label} statement={statement} reader={reader} />
      ) : null}
      {isMovement && !saysMore(line) ? null : <Steps line={line} label={label} />}
      <Notes line={line} />
      <Adjusted line={line} statement={statement} reader={reader} />
      {RULED.has(line.code) ? <Rule statement={statement} reader={reader} /> : null}
      {isMovement ? null : <Files rows={rows} cancelled={cancelledRows} statement={statement} reader={reader} />}
      {children}
    </div>
  )
}

/** Lines whose amount follows from the agreed terms. */
const RULED: ReadonlySet<Line['code']> = new Set([
  'vat.trips',
  'fee.fixed',
  'fee.percent',
  'fee.split',
  'fee.employer',
  'vehicle.rent',
  'vehicle.kilometres',
  'tolls',
])

/** Links of an adjustment: to the statement it is about, and for the office to the page that withdraws it while it is not issued. */
function Adjusted({ line: { code, adjustment }, statement, reader }: Omit<Props, 'label'>) {
  const t = useT()
  if (!adjustment) return null
  const { id, about } = adjustment
  // A rule calculates these rewards: nobody writes or withdraws them by hand.
  const byHand = code !== 'adjustment.referral' && code !== 'adjustment.goal'
  const { driver, state } = statement
  const path = reader === 'office' ? '/admin/weekly' : '/dashboard/payslips'
  const withdrawal = `/admin/drivers/${driver.id}/adjustments/${id}/withdrawal`
  return (
    <p className={styles.rule}>
      {about ? (
        <Link to={`${path}/${statement.weekNames[about]}${reader === 'office' ? `/${driver.id}` : ''}`}>
          {t('page.adjustments.line.statement', { number: weekNumber(about) })}
        </Link>
      ) : null}{' '}
      {id && byHand && reader === 'office' && state === 'draft' ? (
        <ActLink to={withdrawal}>{t('page.adjustments.line.withdraw')}</ActLink>
      ) : null}
    </p>
  )
}

/** Whether the steps of a line say more than the sum of its rows; a line that is just their sum needs no steps. */
function saysMore({ steps }: Line): boolean {
  return steps.filter(({ kind }) => kind !== 'note').length > 1
}

/** The calculation of an amount, step by step. */
export function Steps({ line, label }: { line: Line; label: string }) {
  const t = useT()
  const steps = line.steps.filter(
    (step): step is Figure => step.kind !== 'note' && step.kind !== 'driven' && step.kind !== 'goal',
  )
  if (steps.length === 0) return null
  const platforms = new Set(steps.flatMap((step) => (step.kind === 'term' && step.platform ? [step.platform] : [])))
  return (
    <table className={styles.steps}>
      <caption className="visually-hidden">{t('page.statement.steps', { label })}</caption>
      {stepsByPlatform(steps).map(({ platform, steps: run }) => (
        <tbody key={`${platform} ${run.map(keyOf).join(' ')}`}>
          {platforms.size > 1 && (platform || run[0]?.kind === 'term') ? (
            <tr className={styles.platform}>
              <th scope="rowgroup" colSpan={2}>
                {platform ? t(`page.week.sourceNames.${platform}`) : t('page.statement.allPlatforms')}
              </th>
            </tr>
          ) : null}
          {run.map((step) => (
            <StepRow key={keyOf(step)} step={step} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

type Figure = Exclude<Step, { kind: 'note' | 'driven' | 'goal' }>

/** A term can come twice, the second time where it is subtracted: its amount makes the key unique. */
function keyOf({ kind, term, amount }: Figure): string {
  return `${kind} ${term} ${amount}`
}

/** Groups of consecutive steps of the same platform. */
function stepsByPlatform(steps: readonly Figure[]): { platform: 'uber' | 'bolt' | null; steps: Figure[] }[] {
  const found: { platform: 'uber' | 'bolt' | null; steps: Figure[] }[] = []
  for (const step of steps) {
    const platform = step.kind === 'term' ? step.platform : null
    const open = found.at(-1)
    if (open && open.platform === platform) open.steps.push(step)
    else found.push({ platform, steps: [step] })
  }
  return found
}

function StepRow({ step }: { step: Figure }) {
  const t = useT()
  const name = step.kind === 'change' ? t(`page.payLines.${step.term}`) : t(`payslip.terms.${step.term}`)
  return (
    <tr className={step.kind === 'subtotal' ? styles.subtotal : undefined}>
      <th scope="row">
        <span className={styles.term}>{name}</span>
        <Operation step={step} t={t} />
      </th>
      <td>
        <Money cents={step.amount} look="bare" />
      </td>
    </tr>
  )
}

function Operation({ step, t }: { step: Figure; t: Translator }) {
  if (step.kind === 'rate')
    return <small>{t('page.statement.times', { rate: formatPercent(step.rate, t.language) })}</small>
  if (step.kind === 'fraction') {
    return <small>{t('page.statement.fraction', { numerator: step.numerator, denominator: step.denominator })}</small>
  }
  if (step.kind === 'change') {
    return (
      <small>
        <Money cents={step.from} look="bare" /> → <Money cents={step.to} look="bare" />
      </small>
    )
  }
  return null
}

export function Notes({ line }: { line: Line }) {
  const t = useT()
  const notes = line.steps.filter((step) => step.kind === 'note')
  const driven = line.steps.find((step) => step.kind === 'driven')
  if (notes.length === 0 && !driven) return null
  return (
    <ul className={styles.notes}>
      {driven ? <Driven step={driven} /> : null}
      {notes.map(({ term }) => (
        <li key={term}>{t(`payslip.notes.${term}`)}.</li>
      ))}
    </ul>
  )
}

/** The readings at both ends of each time with a car, and the kilometres between them. */
function Driven({ step: { kilometres, included, spans } }: { step: Extract<Step, { kind: 'driven' }> }) {
  const t = useT()
  const count = (figure: number) => formatNumber(figure, t.language)
  return (
    <>
      {spans.map(({ plate, from, to, first, last, isEstimate }) => (
        <li key={`${plate} ${from}`}>
          {t('payslip.odometer', {
            plate: showPlate(plate),
            first: count(first),
            from: formatInstant(from, t.language),
            last: count(last),
            to: formatInstant(to, t.language),
          })}
          {isEstimate ? ` ${t('payslip.odometerEstimate')}` : null}
        </li>
      ))}
      <li>{t('payslip.how.kilometres', { driven: count(kilometres), included: count(included) })}.</li>
    </>
  )
}

function Rule({ statement, reader }: { statement: StatementView; reader: Reader }) {
  const t = useT()
  const language = useLanguage()
  return (
    <p className={styles.rule}>
      {t('page.statement.rule', { day: formatDayShort(statement.termsFrom, language) })}{' '}
      {reader === 'office' ? (
        <Link to={`/admin/drivers/${statement.driver.id}/terms`}>{t('page.statement.ruleLink')}</Link>
      ) : null}
    </p>
  )
}

/** Tolls and refuelling: each with its moment, place, and line of the file. */
function Movements({ rows, cancelled, label, statement, reader }: Rows & Omit<Props, 'line'>) {
  const t = useT()
  const language = useLanguage()
  return (
    <table className={styles.movements}>
      <caption className="visually-hidden">{t('page.statement.movements', { label })}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t('page.statement.when')}</th>
          <th scope="col">{t('page.statement.where')}</th>
          <th scope="col">{t('page.statement.original')}</th>
          <th scope="col">{t('page.statement.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {row.at ? (
              <>
                <th scope="row">
                  <time dateTime={row.at}>
                    {formatStripDay(lisbonDay(row.at), language)} {formatTime(row.at)}
                  </time>
                </th>
                <td className={styles.place}>
                  {row.place ?? row.label} <CancelledMark row={row} gone={cancelled} />
                </td>
              </>
            ) : (
              // A row without a moment has its place or label as heading.
              <th scope="row" colSpan={2} className={styles.place}>
                {row.place ?? row.label} <CancelledMark row={row} gone={cancelled} />
              </th>
            )}
            <td className={styles.origin}>
              <Link
                to={originOf(row, statement, reader)}
                aria-label={t('common.lineOf', { file: row.file, line: row.line })}
              >
                {t('page.statement.line', { line: row.line })}
              </Link>
              {reader === 'office' ? <ChangeRow row={row} /> : null}
            </td>
            <td>
              <Money cents={row.amount} look="bare" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type Rows = { rows: readonly Evidence[]; cancelled: ReadonlySet<string> }

/** Says that an adjustment cancels this row. */
function CancelledMark({ row, gone }: { row: Evidence; gone: Rows['cancelled'] }) {
  const t = useT()
  return gone.has(row.id) ? <small>({t('page.adjustments.line.gone')})</small> : null
}

function Files({ rows, cancelled, statement, reader }: Rows & Omit<Props, 'line' | 'label'>) {
  const t = useT()
  if (rows.length === 0) return null
  return (
    <ul className={styles.files}>
      {rows.map((row) => (
        <li key={row.id}>
          {/* A file's own name says nothing to a driver; the office needs it to find the file. */}
          {reader === 'driver' ? (
            <span>{t(`page.statement.fileOf.${row.source}`)}</span>
          ) : (
            <span title={row.file}>{row.file}</span>
          )}
          <CancelledMark row={row} gone={cancelled} />
          <Link
            to={originOf(row, statement, reader)}
            aria-label={t('common.lineOf', { file: row.file, line: row.line })}
          >
            {t('page.statement.line', { line: row.line })}
          </Link>
          {reader === 'office' ? <ChangeRow row={row} /> : null}
        </li>
      ))}
    </ul>
  )
}

/** A link to the page where the office says that a row does not count. */
function ChangeRow({ row }: { row: Evidence }) {
  const t = useT()
  const ownAddress = useOwnAddress()
  return (
    <ActLink
      to={rowLink(row, ownAddress)}
      aria-label={t('page.exceptions.row.changeOf', { file: row.file, line: row.line })}
    >
      {t('page.exceptions.row.change')}
    </ActLink>
  )
}

/** The page behind a row: for the office the whole import, for a driver only their own line. */
function originOf({ id, importId, line }: Evidence, { name }: StatementView, reader: Reader): string {
  return reader === 'office' ? lineLink({ importId, line }) : `/dashboard/payslips/${name}/rows/${id}`
}

const LISBON_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon', dateStyle: 'short' })

function lisbonDay(instant: string): string {
  return LISBON_DAY.format(new Date(instant))
}

import type { Cents } from '#domain/money.ts'
import type { Line, LineGroup } from '#domain/settlement-types.ts'
import { FOLDS } from '#domain/settlement-folds.ts'
import type { Opinions } from '#features/statements/disputes/schema.ts'
import type { StatementView } from '#features/statements/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DisputeState, OfficeOpinion, OwnOpinion, openDispute } from './line-opinion.tsx'
import { Money } from './money.tsx'
import { rowLink } from './line-link.ts'
import { type Reader, Why } from './statement-why.tsx'
import styles from './statement-lines.module.css'
import { useOwnAddress } from './way-back.ts'

type ReadStatement = { statement: StatementView; reader: Reader; opinions: Opinions | null }
type Props = ReadStatement & { heading: 'h2' | 'h3' }

/** A statement as accounting: three groups that fold and sum, each line with its reasons, all amounts aligned at one right edge. */
export function StatementLines({ statement, reader, opinions, heading }: Props) {
  const t = useT()
  const { settlement, previous } = statement
  return (
    <div className={previous ? `${styles.sheet} ${styles.compared}` : styles.sheet}>
      {previous ? (
        <p className={styles.heads} aria-hidden="true">
          <span>{t('page.statement.previousWeek', { number: weekNumber(previous.week) })}</span>
          <span>{t('page.statement.thisWeek', { number: weekNumber(statement.week) })}</span>
        </p>
      ) : null}
      {(['earnings', 'costs', 'adjustments'] as const).map((name) => (
        <Group key={name} name={name} statement={statement} reader={reader} opinions={opinions} heading={heading} />
      ))}
      <p className={styles.total}>
        <span>{totalOf(statement, t)}</span>
        {previous ? <Before cents={previous.net} week={previous.week} /> : null}
        <b>
          <Money cents={settlement.net} look="bare" owed />
        </b>
      </p>
      {settlement.net < 0 ? <p className={styles.carried}>{t(`payslip.carriedForward.${statement.owedTo}`)}</p> : null}
      <Receipt statement={statement} />
      {reader === 'office' ? <SetAside statement={statement} /> : null}
      <p className={styles.small}>{t('page.statement.notInvoice')}</p>
    </div>
  )
}

function totalOf({ settlement, state, regime }: StatementView, t: Translator): string {
  if (settlement.net < 0) return t('payslip.weekBalance')
  const label = t(state === 'paid' ? 'payslip.received' : 'payslip.receive')
  return regime === 'employee' ? t('payslip.besidesSalary', { label }) : label
}

type Name = 'earnings' | 'costs' | 'adjustments'

function Group({ name, heading: Heading, ...read }: Props & { name: Name }) {
  const t = useT()
  const members: readonly LineGroup[] = FOLDS[name]
  const { settlement, previous } = read.statement
  const lines = settlement.lines.flatMap((line, index) => (members.includes(line.group) ? [{ line, index }] : []))
  const isEmpty = lines.length === 0
  const head = (
    <>
      <Heading>
        {isEmpty ? null : <Icon name="down" small />}
        {t(`payslip.groups.${name}`)}
      </Heading>
      {previous ? <Before cents={previous.groups[name]} week={previous.week} /> : null}
      <b>
        <Money cents={settlement.groups[name]} look="bare" />
      </b>
    </>
  )
  if (isEmpty) return <div className={styles.emptyGroup}>{head}</div>
  return (
    <details className={styles.group} open>
      <summary>{head}</summary>
      {lines.map(({ line, index }) => (
        <StatementLine
          key={line.adjustment?.id ?? line.adjustment?.plan?.id ?? line.code}
          line={line}
          index={index}
          {...read}
        />
      ))}
    </details>
  )
}

/** One line of a statement, unfolded, on a page of its own. */
export function SingleLine({ index, statement, reader }: { index: number } & Omit<ReadStatement, 'opinions'>) {
  const line = statement.settlement.lines[index]
  if (!line) return null
  return (
    <div
      className={
        statement.previous ? `${styles.sheet} ${styles.compared} ${styles.single}` : `${styles.sheet} ${styles.single}`
      }
    >
      <StatementLine line={line} index={index} statement={statement} reader={reader} opinions={null} open />
    </div>
  )
}

type LineProps = ReadStatement & { line: Line; index: number; open?: boolean }

function StatementLine({ line, index, statement, reader, opinions, open = false }: LineProps) {
  const t = useT()
  const { previous } = statement
  const label = lineLabel(line, t)
  const note = statement.notes[index] ?? null
  const lineOpinion = opinions?.lines[index]
  const dispute = openDispute(lineOpinion)
  return (
    <details className={styles.line} open={open}>
      <summary>
        <span className={styles.label}>
          {label} <em>{t('page.statement.why')}</em>
        </span>
        {previous ? <Before cents={previous.before[index] ?? null} week={previous.week} /> : null}
        <b>
          <Money cents={line.amount} look="bare" />
        </b>
        {note ? <span className={styles.note}>{note}</span> : null}
        {dispute ? (
          <span className={styles.note}>
            <DisputeState state={dispute.state} />
          </span>
        ) : null}
      </summary>
      <Why line={line} label={label} statement={statement} reader={reader}>
        {opinions && lineOpinion ? (
          reader === 'office' ? (
            <OfficeOpinion opinion={lineOpinion} />
          ) : (
            <OwnOpinion
              opinion={lineOpinion}
              isOpen={opinions.isOpen}
              page={`/dashboard/payslips/${statement.name}/lines/${index}`}
            />
          )
        ) : null}
      </Why>
    </details>
  )
}

/** The amount of the week before; nothing if there was none. */
function Before({ cents, week }: { cents: StatementView['settlement']['net'] | null; week: string }) {
  const t = useT()
  const language = useLanguage()
  if (cents === null) return <span className={styles.before}>–</span>
  return (
    <span className={styles.before}>
      <span className="visually-hidden">
        {t('page.statement.previousAmount', { number: weekNumber(week), amount: formatMoney(cents, language) })}
      </span>
      <span aria-hidden="true">
        <Money cents={cents} look="bare" />
      </span>
    </span>
  )
}

function Receipt({ statement: { receipt, apart } }: { statement: StatementView }) {
  const t = useT()
  return (
    <>
      {receipt ? <Invoiced label={t('payslip.receipt')} cents={receipt.value} words={receipt.words} /> : null}
      {apart ? <Invoiced label={t('payslip.apart')} cents={apart.total} words={apart.words} /> : null}
    </>
  )
}

function Invoiced({ label, cents, words }: { label: string; cents: Cents; words: string }) {
  return (
    <div className={styles.receipt}>
      <p>
        <span>{label}</span>
        <b>
          <Money cents={cents} look="bare" />
        </b>
      </p>
      <small>{words}</small>
    </div>
  )
}

/** Rows that the office set aside as not counting: shown where they would have counted, so that it can take that back there. */
function SetAside({ statement: { setAside } }: { statement: StatementView }) {
  const t = useT()
  const language = useLanguage()
  const back = useOwnAddress()
  if (setAside.length === 0) return null
  return (
    <details className={styles.aside} open>
      <summary>{t('page.exceptions.row.aside', { count: setAside.length })}</summary>
      <ul className={styles.files}>
        {setAside.map(({ row, reason }) => (
          <li key={row.id}>
            <span>
              {[
                row.place ?? row.label,
                row.at ? formatInstant(row.at, language) : '',
                formatMoney(row.amount, language),
              ]
                .filter(Boolean)
                .join(', ')}
              . {reason}
            </span>
            <Link to={rowLink(row, back)}>{t('page.exceptions.row.change')}</Link>
          </li>
        ))}
      </ul>
    </details>
  )
}

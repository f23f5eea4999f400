import type { Line, LineGroup } from '#domain/settlement-types.ts'
import { FOLDS } from '#domain/settlement.ts'
import type { StatementView } from '#features/statements/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Money } from './money.tsx'
import { type Reader, Why } from './statement-why.tsx'
import styles from './statement-lines.module.css'

type Props = { statement: StatementView; reader: Reader; heading: 'h2' | 'h3' }

/** A statement as accounting: three groups that fold and sum, each line with its reasons, one right edge for the amounts. */
export function StatementLines({ statement, reader, heading }: Props) {
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
        <Group key={name} name={name} statement={statement} reader={reader} heading={heading} />
      ))}
      <p className={styles.total}>
        <span>{t(totalOf(statement))}</span>
        {previous ? <Before cents={previous.net} week={previous.week} /> : null}
        <b>
          <Money cents={settlement.net} look="bare" owed />
        </b>
      </p>
      {settlement.net < 0 ? <p className={styles.carried}>{t('payslip.carriedForward')}</p> : null}
      <Receipt receipt={statement.receipt} />
      <p className={styles.small}>{t('page.statement.notInvoice')}</p>
    </div>
  )
}

function totalOf({ settlement, state }: StatementView) {
  if (settlement.net < 0) return 'page.statement.totalNegative'
  return state === 'paid' ? 'page.statement.totalPaid' : 'page.statement.total'
}

type Name = 'earnings' | 'costs' | 'adjustments'

function Group({ name, statement, reader, heading: Heading }: Props & { name: Name }) {
  const t = useT()
  const members: readonly LineGroup[] = FOLDS[name]
  const { settlement, previous } = statement
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
          key={line.adjustment?.id ?? line.code}
          line={line}
          note={statement.notes[index] ?? null}
          statement={statement}
          reader={reader}
        />
      ))}
    </details>
  )
}

function StatementLine({
  line,
  note,
  statement,
  reader,
}: {
  line: Line
  note: string | null
  statement: StatementView
  reader: Reader
}) {
  const t = useT()
  const { previous } = statement
  const label = lineLabel(line, t)
  return (
    <details className={styles.line}>
      <summary>
        <span className={styles.label}>
          {label} <em>{t('page.statement.why')}</em>
        </span>
        {previous ? <Before cents={previous.lines[line.code] ?? null} week={previous.week} /> : null}
        <b>
          <Money cents={line.amount} look="bare" />
        </b>
        {note ? <span className={styles.note}>{note}</span> : null}
      </summary>
      <Why line={line} label={label} statement={statement} reader={reader} />
    </details>
  )
}

/** The same figure a week before; nothing where there was none. */
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

function Receipt({ receipt }: Pick<StatementView, 'receipt'>) {
  const t = useT()
  const language = useLanguage()
  if (!receipt) return null
  return (
    <div className={styles.receipt}>
      <p>
        <span>{t('page.statement.receipt')}</span>
        <b>
          <Money cents={receipt.value} look="bare" />
        </b>
      </p>
      <small>
        {receipt.cash === 0
          ? t('page.statement.receiptPlain')
          : t('page.statement.receiptCash', { cash: formatMoney(receipt.cash, language) })}
      </small>
    </div>
  )
}

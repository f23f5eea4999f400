import type { ReactNode } from 'react'
import { deviationFromMedian } from '#domain/anomaly.ts'
import { minus, sum } from '#domain/money.ts'
import type { StatementView } from '#features/statements/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney, formatMoneyDifference, formatPercent } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { SmallLine } from '#web/ui/charts/small-line.tsx'
import { State } from '#web/ui/state.tsx'
import { SettlementStateWord } from './settlement-state.tsx'
import styles from './statement-head.module.css'

/** The driver of a statement, its amount and its state, for the office. */
export function StatementHead({
  statement,
  heading: Heading,
  children,
}: {
  statement: StatementView
  heading: 'h1' | 'h2'
  children?: ReactNode
}) {
  const t = useT()
  const language = useLanguage()
  const { driver, settlement, state, cars, wouldBe, paymentNote } = statement
  return (
    <header className={styles.head}>
      <div className={styles.who}>
        <Heading>{driver.name}</Heading>
        <SettlementStateWord state={state} />
      </div>
      <p className={styles.terms}>{[t(`page.statement.regime.${statement.regime}`), ...cars].join(', ')}</p>
      <div className={styles.net}>
        <div>
          <p className={styles.label}>{dayWords(statement, t)}</p>
          <p>
            <Amount cents={settlement.net} size="big" />
          </p>
          {settlement.net < 0 ? <p className={styles.carried}>{t(`page.statement.owes.${statement.owedTo}`)}</p> : null}
        </div>
        <Past statement={statement} />
      </div>
      <IbanTrouble statement={statement} />
      {wouldBe === null ? null : (
        <p className={styles.warn}>
          {t('page.statement.wouldBe', {
            amount: formatMoneyDifference(sum([wouldBe, minus(settlement.net)]), language),
          })}
        </p>
      )}
      <Settled statement={statement} />
      {paymentNote ? <p className={styles.small}>{t('page.statement.paymentNote', { note: paymentNote })}</p> : null}
      {children}
    </header>
  )
}

/** Amounts that came too late for this statement, and what became of them: settled, declined with the reason, or still to be decided. */
function Settled({ statement: { settled, driver } }: { statement: StatementView }) {
  const t = useT()
  if (settled.length === 0) return null
  return (
    <ul className={styles.settled}>
      {settled.map(({ state, amount, on, onName, reason }) => {
        const words = { amount: formatMoney(amount, t.language), number: weekNumber(on), reason }
        const to = `/admin/weekly/${onName}`
        return (
          <li key={`${state} ${amount} ${on}`}>
            {state === 'accepted' ? (
              <Link to={`${to}/${driver.id}`}>{t('page.adjustments.settled.accepted', words)}</Link>
            ) : (
              t(`page.adjustments.settled.${state}`, words)
            )}{' '}
            {state === 'proposed' ? <Link to={`${to}/adjustments`}>{t('page.adjustments.settled.decide')}</Link> : null}
          </li>
        )
      })}
    </ul>
  )
}

/** "A receber, quinta-feira, 11 jun., previsto" */
export function dayWords({ state, payDay, settlement, regime }: StatementView, t: Translator): string {
  if (settlement.net < 0) return t('payslip.weekBalance')
  if (!payDay) return t('page.statement.nothing')
  const label = t(state === 'paid' ? 'page.statement.paid' : 'page.statement.toReceive')
  const name = regime === 'employee' ? t('payslip.besidesSalary', { label }) : label
  const day = formatDay(payDay.day, t.language)
  return `${name}, ${payDay.planned ? t('page.statement.dayPlanned', { day }) : day}`
}

function Past({ statement: { past, settlement } }: { statement: StatementView }) {
  const t = useT()
  if (past.length < 2) return null
  // The figure that the table of the week shows too: against the median of the weeks that were worked.
  const deviation = deviationFromMedian(
    settlement.groups.earnings,
    past.map((earnings) => ({ earnings })),
  )
  const percent = deviation === null ? null : Math.round(deviation / 100) * 100
  return (
    <figure className={styles.past}>
      <SmallLine values={[...past, settlement.groups.earnings]} label={t('page.statement.pastEarnings')} />
      <figcaption>
        {percent === null
          ? t('page.statement.pastCaptionBare')
          : t('page.statement.pastCaption', {
              count: past.length,
              percent: (percent > 0 ? '+' : '') + formatPercent(percent, t.language),
            })}
      </figcaption>
    </figure>
  )
}

function IbanTrouble({ statement: { iban, settlement, state } }: { statement: StatementView }) {
  const t = useT()
  if (iban.state === 'ready' || settlement.payable === 0 || state === 'paid') return null
  const words = {
    missing: 'page.statement.ibanMissing',
    invalid: 'page.statement.ibanInvalid',
    held: 'page.statement.ibanHeld',
    unchecked: 'page.statement.ibanUnchecked',
  } as const
  return (
    <p className={styles.iban}>
      <State tone="warn">{t(words[iban.state])}</State>
    </p>
  )
}

/** "Menos 55,39 € do que na semana 46. Sobretudo Combustível (−22,80)." */
export function comparison({ settlement, previous }: StatementView, t: Translator): string | null {
  if (!previous) return null
  const difference = settlement.net - previous.net
  const number = weekNumber(previous.week)
  if (difference === 0) return t('page.statement.same', { number })
  const amount = formatMoney(Math.abs(difference), t.language)
  const words = t(difference < 0 ? 'page.statement.less' : 'page.statement.more', { amount, number })
  const moves = [
    ...settlement.lines.map((line, at) => ({
      label: lineLabel(line, t),
      by: line.amount - (previous.before[at] ?? 0),
    })),
    // Lines that the week before had and this week lacks change the net as well.
    ...previous.gone.map((line) => ({ label: lineLabel(line, t), by: -line.amount })),
  ]
  // Two prizes have one name, and make one difference.
  const byLabel = [...Map.groupBy(moves, ({ label }) => label)]
    .map(([label, same]) => ({ label, by: same.reduce((total, { by }) => total + by, 0) }))
    .filter(({ by }) => Math.sign(by) === Math.sign(difference))
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
  const [most] = byLabel
  if (!most) return words
  const sign = most.by > 0 ? '+' : ''
  return `${words} ${t('page.statement.mostly', { label: most.label, amount: sign + formatMoney(most.by, t.language) })}`
}

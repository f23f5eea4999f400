import { sum } from '#domain/money.ts'
import type { StatementView } from '#features/statements/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, weekNumber } from '#messages/dates.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { State } from '#web/ui/state.tsx'
import { SettlementStateWord } from './settlement-state.tsx'
import { Spark } from './spark.tsx'
import styles from './statement-head.module.css'

/** Whose statement it is, what it comes to, and where it stands: for the office. */
export function StatementHead({ statement, heading: Heading }: { statement: StatementView; heading: 'h1' | 'h2' }) {
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
          {settlement.net < 0 ? <p className={styles.carried}>{t('page.statement.owes')}</p> : null}
        </div>
        <Past statement={statement} />
      </div>
      <IbanTrouble statement={statement} />
      {wouldBe === null ? null : (
        <p className={styles.warn}>{t('page.statement.wouldBe', { amount: formatMoney(wouldBe, language) })}</p>
      )}
      {paymentNote ? <p className={styles.small}>{t('page.statement.paymentNote', { note: paymentNote })}</p> : null}
    </header>
  )
}

/** "A receber, quinta-feira, 11 jun., previsto" */
export function dayWords({ state, payDay, settlement }: StatementView, t: Translator): string {
  if (settlement.net < 0) return t('payslip.weekBalance')
  if (!payDay) return t('page.statement.nothing')
  const name = t(state === 'paid' ? 'page.statement.paid' : 'page.statement.toReceive')
  const day = formatDay(payDay.day, t.language)
  return `${name}, ${payDay.planned ? t('page.statement.dayPlanned', { day }) : day}`
}

function Past({ statement: { past, settlement } }: { statement: StatementView }) {
  const t = useT()
  if (past.length < 2) return null
  const mean = sum(past) / past.length
  const percent = mean > 0 ? Math.round(((settlement.groups.earnings - mean) / mean) * 100) * 100 : null
  return (
    <figure className={styles.past}>
      <Spark values={[...past, settlement.groups.earnings]} label={t('page.statement.pastEarnings')} />
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
  const moves = settlement.lines
    .map(({ code, amount: now }) => ({ code, by: now - (previous.lines[code] ?? 0) }))
    .filter(({ by }) => Math.sign(by) === Math.sign(difference))
    .toSorted((a, b) => Math.abs(b.by) - Math.abs(a.by))
  const [most] = moves
  if (!most) return words
  const sign = most.by > 0 ? '+' : ''
  return `${words} ${t('page.statement.mostly', { label: t(`payslip.lines.${most.code}`), amount: sign + formatMoney(most.by, t.language) })}`
}

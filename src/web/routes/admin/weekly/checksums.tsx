import type { ReactNode } from 'react'
import { sum } from '#domain/money.ts'
import type { WeekPage } from '#features/weeks/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { blockedNames } from './blocked-names.ts'
import styles from './approval-bar.module.css'

/**
 * Three equations: imported amounts = settled + unmatched + company's; statements = their groups; bank = statements
 * less what is held back.
 */
export function Checksums({ checks }: { checks: WeekPage['checks'] }) {
  const t = useT()
  const money = (cents: number) => formatMoney(cents, t.language)
  const {
    sourcesIn,
    settled,
    unmatched,
    company,
    net,
    earnings,
    costs,
    adjustments,
    toBank,
    carriedOver,
    outside,
    blocked,
    payable,
  } = checks
  const held = sum(blocked.map(({ amount }) => amount))
  return (
    <ul className={styles.checks}>
      <Check
        name={t('page.week.checks.sources')}
        total={money(sourcesIn)}
        holds={sourcesIn === settled + unmatched + company}
      >
        {t('page.week.checks.settled', { amount: money(settled) })}
        {unmatched === 0 ? null : (
          <>
            {signOf(unmatched)}
            <span className={styles.warn}>
              {t('page.week.checks.unmatched', { amount: money(Math.abs(unmatched)) })}
            </span>
          </>
        )}
        {company === 0
          ? null
          : `${signOf(company)}${t(`page.week.checks.company.${company < 0 ? 'pays' : 'keeps'}`, { amount: money(Math.abs(company)) })}`}
      </Check>
      <Check name={t('page.week.checks.statements')} total={money(net)} holds={net === earnings + costs + adjustments}>
        {t('page.week.checks.earnings', { amount: money(earnings) })}
        {`${signOf(costs)}${t('page.week.checks.costs', { amount: money(Math.abs(costs)) })}`}
        {adjustments === 0
          ? null
          : `${signOf(adjustments)}${t('page.week.checks.adjustments', { amount: money(Math.abs(adjustments)) })}`}
      </Check>
      <Check
        name={t('page.week.checks.bank')}
        total={money(toBank)}
        holds={toBank === payable - held - outside && payable === net - carriedOver}
      >
        {t('page.week.checks.net', { amount: money(net) })}
        {carriedOver === 0 ? null : ` + ${t('page.week.checks.carried', { amount: money(-carriedOver) })}`}
        {outside === 0 ? null : ` − ${t('page.week.checks.outside', { amount: money(outside) })}`}
        {held === 0 ? null : (
          <>
            {' − '}
            <span className={styles.warn}>
              {t('page.week.checks.blocked', {
                amount: money(held),
                names: blockedNames(blocked),
              })}
            </span>
          </>
        )}
      </Check>
    </ul>
  )
}

/** The sign before a part, whose amount is shown without one. */
function signOf(part: number): string {
  return part < 0 ? ' − ' : ' + '
}

function Check({ name, total, holds, children }: { name: string; total: string; holds: boolean; children: ReactNode }) {
  const t = useT()
  return (
    <li className={holds ? styles.holds : styles.fails}>
      <p className={styles.sum}>
        <Icon
          name={holds ? 'check' : 'warning'}
          small
          label={t(holds ? 'page.week.checks.holds' : 'page.week.checks.fails')}
        />
        {name} <b>{total}</b>
      </p>
      <p className={styles.parts}>{children}</p>
    </li>
  )
}

import type { OwedTo } from '#domain/departure.ts'
import type { OwnDueReceipt } from '#features/payments/green-receipts/schema.ts'
import type { OwnStatementRow } from '#features/statements/schema.ts'
import { formatWeekDays, formatWeekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { SettlementStateWord } from '#web/parts/settlement-state.tsx'
import styles from './home.module.css'

/**
 * One statement per line: week, state, net. A debt of the newest goes to the next week, or to the final account if the driver has left;
 * every earlier debt was passed on.
 */
export function OwnStatements({
  statements,
  newestOwedTo = 'next-week',
  due,
}: {
  statements: readonly OwnStatementRow[]
  newestOwedTo?: OwedTo | undefined
  /** The weeks whose receipts must still be issued. */
  due: readonly OwnDueReceipt[]
}) {
  const t = useT()
  const language = useLanguage()
  const lacksReceipt = new Set(due.map((receipt) => receipt.name))
  return (
    <ul className={styles.statements}>
      {statements.map(({ week, name, state, net, formerRef, cameBack }, at) => (
        <li key={name}>
          <Link to={`/dashboard/payslips/${name}`}>
            <span className={styles.week}>
              {formatWeekNumber(week, language)}
              <small>{formatWeekDays(week, language)}</small>
              {formerRef === null ? null : <small>{t('page.driverHome.formerRecord', { ref: formerRef })}</small>}
              {formerRef === null && lacksReceipt.has(name) ? (
                <small className={styles.owes}>{t('page.driverHome.receipt.due')}</small>
              ) : null}
              {cameBack ? <small className={styles.owes}>{t('page.driverHome.cameBack.short')}</small> : null}
              {net < 0 ? (
                <small className={styles.owes}>
                  {t(`page.driverHome.owes.${at === 0 ? newestOwedTo : 'next-week'}`)}
                </small>
              ) : null}
            </span>
            <SettlementStateWord state={state} />
            <span className={styles.net}>
              <Money cents={net} look="bare" owed />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

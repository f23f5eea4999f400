import type { RunningWeek } from '#features/statements/schema.ts'
import { dayOf, formatDayShort, formatInstant, formatWeekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Money } from '#web/parts/money.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Card, Fact, Facts } from '#web/ui/card.tsx'
import styles from './home.module.css'

/** The week that has no statement yet: an estimate, its parts, and the age of the files. */
export function SoFar({
  running: { week, isCurrent, net, earnings, costs, adjustments, spent, asOf },
}: {
  running: RunningWeek
}) {
  const t = useT()
  const language = useLanguage()
  const parts = [
    ['earnings', earnings],
    ['costs', costs],
    ['adjustments', adjustments],
  ] as const
  return (
    <div className={styles.todo}>
      <Card
        title={t(isCurrent ? 'page.driverHome.running.now' : 'page.driverHome.running.ended')}
        aside={formatWeekNumber(week, language)}
      >
        <p className={styles.estimate}>
          <Amount cents={net} /> <small>{t('page.driverHome.running.estimate')}</small>
        </p>
        <Facts>
          {parts.map(([part, amount]) =>
            amount === 0 ? null : (
              <Fact key={part} name={t(`payslip.groups.${part}`)}>
                <Money cents={amount} look="bare" />
              </Fact>
            ),
          )}
        </Facts>
        {spent.length > 0 ? (
          <>
            <p className={styles.spent}>{t('page.driverHome.running.spent')}</p>
            <Facts>
              {spent.map(({ code, amount, last }) => (
                <Fact
                  key={code}
                  name={
                    last
                      ? t('page.driverHome.running.upTo', {
                          what: t(`page.payLines.${code}`),
                          day: formatDayShort(dayOf(last), language),
                        })
                      : t(`page.payLines.${code}`)
                  }
                >
                  <Money cents={amount} look="bare" />
                </Fact>
              ))}
            </Facts>
          </>
        ) : null}
        <p className={styles.age}>{t('page.driverHome.running.asOf', { at: formatInstant(asOf, language) })}</p>
      </Card>
    </div>
  )
}

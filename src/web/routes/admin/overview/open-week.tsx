import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { Section } from '#web/ui/card.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { type Stop, WeekRoad } from '#web/ui/road.tsx'
import styles from './open-week.module.css'

type OpenWeekFacts = {
  week: Week
  name: string
  days: readonly Stop[]
  states: readonly Stop[]
  drivers: number
  toPay: Cents
  deciding: number
  unmatched: number
}

/** The oldest week that is not finished, in short. */
export function OpenWeek({ week, others }: { week: OpenWeekFacts | null; others: number }) {
  const t = useT()
  const title = t('page.overview.open.title')
  if (!week) {
    return (
      <Section title={title} aside={<Link to="/admin/weekly">{t('page.overview.open.all')}</Link>}>
        <p>{t('page.overview.open.closed')}</p>
      </Section>
    )
  }
  const more = others > 0 ? <Link to="/admin/weekly">{t('page.overview.open.others', { count: others })}</Link> : null
  return (
    <Section title={title} aside={more}>
      <div className={styles.week}>
        <header className={styles.head}>
          <h3>
            {formatWeekNumber(week.week, t.language)} <span>{formatWeekDays(week.week, t.language)}</span>
          </h3>
          <Link to={`/admin/weekly/${week.name}`} className={styles.go}>
            {t('page.overview.open.go', { number: weekNumber(week.week) })}
            <Icon name="arrow" small />
          </Link>
        </header>
        <dl className={styles.figures}>
          <div>
            <dt>{t('page.overview.open.drivers')}</dt>
            <dd>{week.drivers}</dd>
          </div>
          <div>
            <dt>{t('page.overview.open.toPay')}</dt>
            <dd>
              <Money cents={week.toPay} />
            </dd>
          </div>
          <div>
            <dt>{t('page.overview.open.deciding')}</dt>
            <dd>{week.deciding}</dd>
          </div>
          <div>
            <dt>{t('page.overview.open.unmatched')}</dt>
            <dd>{week.unmatched}</dd>
          </div>
        </dl>
        <div className={styles.road}>
          <WeekRoad days={week.days} states={week.states} label={t('page.overview.open.road')} />
        </div>
      </div>
    </Section>
  )
}

import { useLanguage, useT } from '#web/i18n.tsx'
import { DAYS } from '#messages/dates.ts'
import { withPayDay } from './pay-day.ts'
import styles from './week-days.module.css'

/** The closing week, day by day, as a road. */
export function WeekDays({ disputeHours, payDay }: { disputeHours: number; payDay: number }) {
  const t = useT()
  const language = useLanguage()
  const texts = t.list('page.home.week.texts')
  return (
    <ol className={styles.days}>
      {withPayDay(t.list('page.home.week.tasks'), payDay).map(({ item: task, place }, index) => (
        <li key={task} className={place < 2 ? styles.done : place === 2 ? styles.now : undefined}>
          <p className={styles.day}>{DAYS[language][index]}</p>
          <h3>{task}</h3>
          <p>{texts[place]}</p>
          {place === 2 ? <p className={styles.limit}>{t('page.home.week.limit', { count: disputeHours })}</p> : null}
          {place === 6 ? <p className={styles.fact}>{t('page.home.week.edges')}</p> : null}
        </li>
      ))}
    </ol>
  )
}

import type { ReactNode } from 'react'
import type { FinancialSettings } from '#domain/financial-settings.ts'
import type { Week } from '#domain/week.ts'
import { formatWeek, SHORT_DAYS } from '#messages/dates.ts'
import { formatAmount, formatMoney } from '#messages/numbers.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Amount } from '#web/ui/amount.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { State } from '#web/ui/state.tsx'
import { Car } from './car.tsx'
import { withPayDay } from './pay-day.ts'
import styles from './statement.module.css'
import { type ExampleLine, tellStatement } from './example-statement.ts'

/** The product shows itself: a whole statement in HTML, whose lines unfold without a script. */
export function Statement({ settings, week }: { settings: FinancialSettings; week: Week }) {
  const t = useT()
  const language = useLanguage()
  const { day, net, groups, receipt } = tellStatement(settings, week, t)
  return (
    <figure className={styles.figure}>
      <article className={styles.statement} aria-label={t('page.home.statement.label')}>
        <header className={styles.head}>
          <p className={styles.title}>{t('page.home.statement.title')}</p>
          <State tone="info">{t('page.home.statement.state')}</State>
          <p className={styles.week}>{`${formatWeek(week, language)} · ${t('page.home.statement.regime')}`}</p>
          <p className={styles.amount}>
            <span className="visually-hidden">{`${t('page.home.statement.receivable')}: `}</span>
            <Amount cents={net} size="huge" />
          </p>
          <p className={styles.due}>{t('page.home.statement.due', { day })}</p>
        </header>
        <Strip payDay={settings.payDay} />
        {groups.map(({ fold, sum, lines }) => (
          <Group key={fold} name={t(`page.home.statement.${fold}`)} sum={sum} open={fold === 'costs'}>
            {lines.map((line, index) => (
              <Line key={line.label} line={line} open={fold === 'costs' && index === 0} />
            ))}
          </Group>
        ))}
        <p className={styles.total}>
          <span>{t('page.home.statement.receivable')}</span>
          <span className="num">{formatMoney(net, language)}</span>
        </p>
        <div className={styles.receipt}>
          <Line line={receipt} />
        </div>
        <p className={styles.foot}>{t('page.home.statement.notInvoice')}</p>
      </article>
      <figcaption className={styles.caption}>{t('page.home.statement.note')}</figcaption>
    </figure>
  )
}

/** The road of the page runs through the statement: it enters from the left edge and leaves by the right. */
function Strip({ payDay }: { payDay: number }) {
  const t = useT()
  const days = SHORT_DAYS[useLanguage()].map((day) => day.replace('.', ''))
  return (
    <div className={styles.strip}>
      <div className={styles.road} aria-hidden="true">
        <i className={styles.roadIn} />
        <i className={styles.roadUp} />
        <i className={styles.lead} />
        <i className={styles.roadOut} />
        <Car className={styles.car} />
      </div>
      <ol aria-label={t('page.home.statement.strip')}>
        {withPayDay(t.list('page.home.statement.stops'), payDay).map(({ item: task, place }, index) => (
          <li key={days[index]} className={place < 2 ? styles.done : place === 2 ? styles.now : undefined}>
            <b>{days[index]}</b>
            {task ? <span>{task}</span> : null}
          </li>
        ))}
      </ol>
    </div>
  )
}

function Group({
  name,
  sum,
  open = false,
  children,
}: {
  name: string
  sum: number
  open?: boolean
  children: ReactNode
}) {
  const language = useLanguage()
  return (
    <details className={styles.group} open={open}>
      <summary>
        <Icon name="right" small />
        <span>{name}</span>
        <span className="num">{formatAmount(sum, language)}</span>
      </summary>
      <div className={styles.lines}>{children}</div>
    </details>
  )
}

function Line({
  line: { label, amount, formula, words, source },
  open = false,
}: {
  line: ExampleLine
  open?: boolean
}) {
  const t = useT()
  return (
    <details className={styles.line} open={open}>
      <summary>
        <span>{label}</span>
        <span className={styles.why}>{t('common.why')}</span>
        <span className="num">{formatAmount(amount, t.language)}</span>
      </summary>
      <div className={styles.reason}>
        <p className={styles.formula}>{formula}</p>
        <p>{words}</p>
        <p className={styles.source}>{source}</p>
      </div>
    </details>
  )
}

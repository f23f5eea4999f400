import { firstOf, lastOf } from '#domain/certain.ts'
import { type FiguresPeriod, adjacentPeriod, periodAround, readFiguresPeriod } from '#domain/performance.ts'
import { type Week, newestEnded, weekName } from '#domain/week.ts'
import { figuresPeriodShort } from '#messages/figure-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Spread, Turn } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

const KINDS = ['week', 'month', 'quarter'] as const
type Kind = FiguresPeriod['kind']

/** Links of a period: to the one before and after, and to the same time as each kind of period. */
export type PeriodWays<K extends Kind> = { before: string; after: string | null } & Record<K, string>

/** The links of a week, a month or a quarter of drivers' figures. */
export function periodWays(
  { period, newest }: { period: FiguresPeriod; newest: Week | null },
  now: Temporal.Instant,
): PeriodWays<(typeof KINDS)[number]> {
  const after = adjacentPeriod(period, 'after')
  const last = lastOf([...period.weeks])
  const week = newestEnded(period.weeks, now) ?? firstOf(period.weeks)
  return {
    before: adjacentPeriod(period, 'before').name,
    after: newest !== null && firstOf(after.weeks) <= newest ? after.name : null,
    week: weekName(newest !== null && newest < week ? newest : week),
    month: periodAround('month', last).name,
    quarter: periodAround('quarter', last).name,
  }
}

type Props = {
  period: FiguresPeriod
  ways: PeriodWays<(typeof KINDS)[number]>
  to: (period: string) => string
}

/** The choice of week, month or quarter, and which. */
export function Periods({ period, ways, to }: Props) {
  const t = useT()
  return (
    <PeriodLinks
      label={t('page.kpis.periods')}
      kinds={KINDS.map((kind) => ({ kind, words: t(`page.kpis.kinds.${kind}`) }))}
      period={period}
      ways={ways}
      to={to}
    />
  )
}

type LinksProps<K extends Kind> = {
  label: string
  kinds: readonly { kind: K; words: string }[]
  period: FiguresPeriod
  ways: PeriodWays<K>
  to: (period: string) => string
}

/** The kinds of periods side by side, with links to the one before and the one after. */
export function PeriodLinks<K extends Kind>({ label, kinds, period, ways, to }: LinksProps<K>) {
  const t = useT()
  const { before, after } = ways
  return (
    <Spread>
      <Tabs
        look="pills"
        label={label}
        tabs={kinds.map(({ kind, words }) => ({ to: to(ways[kind]), label: words, current: period.kind === kind }))}
      />
      <Turn label={t('page.kpis.turn')}>
        <Link to={to(before)} aria-label={t('page.kpis.before')}>
          <Icon name="left" small />
          {figuresPeriodShort(readFiguresPeriod(before), t)}
        </Link>
        {after === null ? null : (
          <Link to={to(after)} aria-label={t('page.kpis.after')}>
            {figuresPeriodShort(readFiguresPeriod(after), t)}
            <Icon name="right" small />
          </Link>
        )}
      </Turn>
    </Spread>
  )
}

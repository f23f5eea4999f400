import type { Cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { WideOnly, Words } from '#web/ui/layout.tsx'
import { type Stop, WeekRoad } from '#web/ui/road.tsx'
import { DropZone } from '../data/drop-zone.tsx'
import type { NeedShown } from '#features/weeks/overview/schema.ts'

type OpenWeekFacts = {
  week: Week
  name: string
  days: readonly Stop[]
  states: readonly Stop[]
  /** What it waits for; its files are dropped right here. */
  next: (NeedShown & { isFiles: boolean }) | null
  drivers: number
  toPay: Cents
  deciding: number
  unmatched: number
}

/** The oldest week that is not finished: what it waits for, and what it comes to. */
export function OpenWeek({ week, others }: { week: OpenWeekFacts | null; others: number }) {
  const t = useT()
  const title = t('page.overview.open.title')
  if (!week) {
    return (
      <Section title={title} aside={<Link to="/admin/weekly">{t('page.overview.open.all')}</Link>}>
        <Stack>
          <p>{t('page.overview.open.closed')}</p>
          <DropZone />
        </Stack>
      </Section>
    )
  }
  const { next, name } = week
  const page = `/admin/weekly/${name}`
  const more = others > 0 ? <Link to="/admin/weekly">{t('page.overview.open.others', { count: others })}</Link> : null
  return (
    <Section title={title} aside={more}>
      <Card
        part
        title={formatWeekNumber(week.week, t.language)}
        aside={formatWeekDays(week.week, t.language)}
        acts={
          <LinkButton to={next && !next.isFiles ? next.to : page} kind={next && !next.isFiles ? 'primary' : 'outlined'}>
            {next && !next.isFiles ? next.act : t('page.overview.open.go', { number: weekNumber(week.week) })}
          </LinkButton>
        }
      >
        <Stack>
          {next ? (
            <Words look="warn">
              {next.what}. {next.of}
            </Words>
          ) : null}
          {next?.isFiles ? <DropZone week={name} /> : null}
          <WideOnly>
            <WeekRoad days={week.days} states={week.states} label={t('page.overview.open.road')} />
          </WideOnly>
          <Figures>
            <Figure name={t('page.overview.open.drivers')}>{week.drivers}</Figure>
            <Figure name={t('page.overview.open.toPay')}>
              <Money cents={week.toPay} />
            </Figure>
            <Figure name={t('page.overview.open.deciding')}>{week.deciding}</Figure>
            <Figure name={t('page.overview.open.unmatched')}>{week.unmatched}</Figure>
          </Figures>
        </Stack>
      </Card>
    </Section>
  )
}

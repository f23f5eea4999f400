import { isStep } from '#domain/week-status.ts'
import type { Week } from '#domain/week.ts'
import { type WeekStatusView, statusSentence, statusWords } from '#features/weeks/status/schema.ts'
import { formatWeekDays, formatWeekNumber, weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Money } from '#web/parts/money.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Section, Stack } from '#web/ui/card.tsx'
import { Figure, Figures } from '#web/ui/figures.tsx'
import { WideOnly, Words } from '#web/ui/layout.tsx'
import { type Stop, WeekRoad } from '#web/ui/road.tsx'
import { DropZone } from '../data/drop-zone.tsx'

type OpenWeekFacts = {
  week: Week
  name: string
  days: readonly Stop[]
  states: readonly Stop[]
  status: WeekStatusView
  unmatched: number
}

/** The oldest unfinished week: what it waits for, and its sums. */
export function OpenWeek({ week, others }: { week: OpenWeekFacts | null; others: number }) {
  const t = useT()
  const title = t('page.overview.open.title')
  const words = week && statusWords(week.status, t)
  const mayAct = useMayFollow(words?.to ?? '')
  if (!week || !words) {
    return (
      <Section title={title} aside={<Link to="/admin/weekly">{t('page.overview.open.all')}</Link>}>
        <Stack>
          <p>{t('page.overview.open.closed')}</p>
          <DropZone />
        </Stack>
      </Section>
    )
  }
  const { status, name } = week
  const { action, to } = words
  // Files can be dropped right here.
  const isFiles = status.word === 'files'
  const more = others > 0 ? <Link to="/admin/weekly">{t('page.overview.open.others', { count: others })}</Link> : null
  return (
    <Section title={title} aside={more}>
      <Card
        part
        title={formatWeekNumber(week.week, t.language)}
        aside={formatWeekDays(week.week, t.language)}
        acts={
          isStep(status.word) && !isFiles && mayAct ? (
            <LinkButton to={to} kind="primary">
              {action}
            </LinkButton>
          ) : (
            <LinkButton to={`/admin/weekly/${name}`} kind="outlined">
              {t('page.week.list.open', { number: weekNumber(week.week) })}
            </LinkButton>
          )
        }
      >
        <Stack>
          <Words look={status.asks ? 'warn' : 'soft'}>{statusSentence(status, t)}</Words>
          {isFiles ? <DropZone week={name} /> : null}
          <WideOnly>
            <WeekRoad days={week.days} states={week.states} label={t('page.overview.open.road')} />
          </WideOnly>
          {status.hasBegun ? (
            <Figures>
              <Figure name={t('page.overview.open.drivers')}>{status.drivers}</Figure>
              <Figure name={t('page.overview.open.toPay')}>
                <Money cents={status.toPay} />
              </Figure>
              <Figure name={t('page.overview.open.deciding')}>{status.toDecide}</Figure>
              <Figure name={t('page.overview.open.unmatched')}>{week.unmatched}</Figure>
            </Figures>
          ) : null}
        </Stack>
      </Card>
    </Section>
  )
}

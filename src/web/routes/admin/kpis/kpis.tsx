import { firstOf, lastOf } from '#domain/certain.ts'
import { FIGURES, type FigureName, PLATFORMS, isWorseHigh } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { listHoursOfWeek } from '#features/connections/collected/queries.server.ts'
import { showPerformance } from '#features/weeks/performance/queries.server.ts'
import { type FigureSource, GROUPS } from '#features/weeks/performance/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, weekNumber } from '#messages/dates.ts'
import {
  figureChange,
  figureWords,
  figuresPeriodName,
  figuresPeriodRow,
  figuresPeriodShort,
  isMoney,
  isShare,
} from '#messages/figure-words.ts'
import { formatNumber, formatPercent, formatRoundMoney } from '#messages/numbers.ts'
import { readPageFromStandby } from '#web/standby.server.ts'
import { useT } from '#web/i18n.tsx'
import { listPage } from '#web/list-page.server.ts'
import { BehindNote } from '#web/parts/behind-note.tsx'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { PaidByHour } from '#web/parts/paid-by-hour.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { DotPlot } from '#web/ui/charts/dot-plot.tsx'
import { SideBySide, Spread, Words } from '#web/ui/layout.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import type { Route } from './+types/kpis.ts'
import { OfWhom } from './of-whom.tsx'
import { Periods, periodWays } from './periods.tsx'
import { type Chosen, askedPeriod, chosenFigure, fleetOf, performanceList, placeOf } from './performance-list.tsx'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const url = new URL(args.request.url)
  const chosen = chosenFigure(url)
  const { value, behind } = await readPageFromStandby(args.context, (on) =>
    showPerformance(askedPeriod(url), asking.now, chosen, on),
  )
  const { rows, ...about } = value
  const measured = FIGURES.filter((name) => rows.some(({ figures }) => figures[name] !== null))
  const page = await listPage(performanceList(chosen, measured), Promise.resolve(rows), args, asking)
  const fleet = fleetOf(rows, chosen, asking.t)
  const hours = chosen.of === 'uber' ? [] : await listHoursOfWeek(asking.now)
  return { page, chosen, measured, fleet, about, behind, hours, ways: periodWays(about, asking.now) }
})

/** How each driver, car or platform does, compared with the others and with its own past, in a week, a month or a quarter. */
export default function KpisScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { page, chosen, about } = loaderData
  return (
    <ListScreen
      of={performanceList(chosen, loaderData.measured)}
      shown={page}
      subtitle={t(`page.kpis.${about.period.kind === 'week' ? 'subtitle' : 'subtitleMonth'}`, {
        period: figuresPeriodName(about.period, t),
        before: figuresPeriodShort(about.before, t),
      })}
      first={
        <LinkButton to="/admin/data/drop" kind="primary" icon="upload">
          {t('page.kpis.drop')}
        </LinkButton>
      }
      after={
        page.isEmpty ? null : (
          <>
            <PaidByHour hours={loaderData.hours} />
            <Why shown={loaderData} />
          </>
        )
      }
    >
      <OfWhom current="drivers" />
      <BehindNote seconds={loaderData.behind} />
      <Ways shown={loaderData} />
      {page.isEmpty || chosen.by === 'platform' ? null : <Everybody shown={loaderData} />}
    </ListScreen>
  )
}

type Shown = Route.ComponentProps['loaderData']

/** Links to other rows, platforms and periods; each keeps the other choices. */
function Ways({ shown: { about, ways, chosen } }: { shown: Shown }) {
  const t = useT()
  return (
    <Spread>
      <Tabs
        look="pills"
        label={t('page.kpis.by.label')}
        tabs={GROUPS.map((by) => ({
          to: placeOf(chosen, { by }),
          label: t(`page.kpis.by.${by}`),
          current: chosen.by === by,
        }))}
      />
      {chosen.by === 'platform' ? null : (
        <Tabs
          look="pills"
          label={t('page.kpis.of.label')}
          tabs={(['all', ...PLATFORMS] as const).map((of) => ({
            to: placeOf(chosen, { of }),
            label: t(`page.kpis.of.${of}`),
            current: chosen.of === of,
          }))}
        />
      )}
      <Periods period={about.period} ways={ways} to={(period) => placeOf(chosen, { period })} />
    </Spread>
  )
}

/** The steps of round values. */
const UNITS: Partial<Record<FigureName, number>> = {
  perHour: 100,
  perTrip: 100,
  tripsPerHour: 100,
  perKilometre: 100,
  utilisation: 100,
  acceptance: 100,
  completion: 100,
  cancellation: 100,
  received: 100,
  net: 100,
  minutes: 60,
}

/** All drivers on one line, with the finding as its title. */
function Everybody({ shown: { fleet, chosen, about } }: { shown: Shown }) {
  const t = useT()
  const { figure } = chosen
  const { dots, median, before, above, below } = fleet
  const words = (value: number) => figureWords(figure, value, t)
  if (median === null) {
    return (
      <Card title={longWords(chosen, figure, t)}>
        <Words look="soft">{t(`page.kpis.needs.${figure}`)}</Words>
      </Card>
    )
  }
  const inOrder = dots.toSorted((a, b) => a.value - b.value)
  const [low, high] = [firstOf(inOrder), lastOf(inOrder)]
  const ends = { low: low.name, lowest: words(low.value), high: high.name, highest: words(high.value) }
  const isOne = dots.length === 1
  return (
    <Card
      title={t(`page.kpis.finding.${isOne ? 'one' : isWorseHigh(figure) ? 'high' : 'many'}`, {
        ...ends,
        median: words(median),
      })}
      aside={longWords(chosen, figure, t)}
    >
      <Stack>
        {isOne ? null : (
          <DotPlot
            says={t('page.kpis.plotSays', {
              ...ends,
              figure: longWords(chosen, figure, t),
              count: dots.length,
              median: words(median),
            })}
            dots={dots}
            middle={{ value: median, words: t('page.kpis.median', { value: words(median) }) }}
            words={words}
            axisWords={(value) => {
              if (isShare(figure)) return formatPercent(value, t.language)
              return isMoney(figure) ? formatRoundMoney(value, t.language) : words(value)
            }}
            changeWords={(change) => figureChange(figure, change, t)}
            unit={UNITS[figure] ?? 1}
            rows={{ now: figuresPeriodRow(about.period, t), before: figuresPeriodRow(about.before, t) }}
          />
        )}
        <Words look="soft">
          {[
            t('page.kpis.measured', { count: dots.length, all: formatNumber(dots.length, t.language) }),
            before === null
              ? ''
              : t(`page.kpis.${about.period.kind === 'week' ? 'moved' : 'movedMonth'}`, {
                  before: figuresPeriodShort(about.before, t),
                  median: words(before),
                  above: formatNumber(above, t.language),
                  below: formatNumber(below, t.language),
                }),
            about.by === 'car' && about.withoutCar > 0 ? t('page.kpis.withoutCar', { count: about.withoutCar }) : '',
          ]
            .filter((sentence) => sentence !== '')
            .join(' ')}
        </Words>
      </Stack>
    </Card>
  )
}

/** The whole name of a figure; hours of a single platform have a name of their own. */
function longWords({ by, of }: Chosen, figure: FigureName, t: Translator): string {
  const ofPlatform = by === 'platform' || of !== 'all' ? t.find(`page.kpis.longOwn.${figure}`) : null
  return ofPlatform ?? t(`page.kpis.long.${figure}`)
}

function formulaWords({ by, of }: Chosen, figure: FigureName, t: Translator): string {
  const ofPlatform = by === 'platform' || of !== 'all' ? t.find(`page.kpis.formulaOwn.${figure}`) : null
  return ofPlatform ?? t(`page.kpis.formula.${figure}`)
}

/** Each connected platform once: the number of weeks of the period it covers, and when it last said something new. */
function connectedFacts(connected: Shown['about']['connected']) {
  return [...Map.groupBy(connected, ({ source }) => source)].map(([source, own]) => ({
    source,
    weeks: own.length,
    saidAt:
      own
        .map(({ saidAt }) => saidAt)
        .toSorted()
        .at(-1) ?? '',
  }))
}

/** The meaning and the limits of each figure, its source, and how old that is. */
function Why({ shown: { about, chosen } }: { shown: Shown }) {
  const t = useT()
  const names: FigureName[] = [chosen.figure, ...FIGURES.filter((name) => name !== chosen.figure)]
  return (
    <Section title={t('page.kpis.why.title')}>
      <Stack>
        <Words look="small">{t('page.kpis.why.marks')}</Words>
        <SideBySide>
          <div>
            {names.map((name) => (
              <Disclosure key={name} level="line" summary={longWords(chosen, name, t)}>
                <Words>{formulaWords(chosen, name, t)}</Words>
              </Disclosure>
            ))}
          </div>
          <Card title={t('page.kpis.why.files')} part>
            <Facts>
              {about.sources.map((source) => (
                <Fact key={source.report} name={reportName(source)}>
                  {readWords(source)}
                </Fact>
              ))}
              {connectedFacts(about.connected).map(({ source, weeks, saidAt }) => (
                <Fact
                  key={source}
                  name={t('page.connections.asSource', { provider: t(`page.week.sourceNames.${source}`) })}
                >
                  {t('page.kpis.why.connected', { count: weeks, at: formatInstant(saidAt, t.language) })}
                </Fact>
              ))}
              <Fact name={t('page.kpis.why.statements')}>{t('page.kpis.why.statementsText')}</Fact>
            </Facts>
            <Words look="small">{t('page.kpis.why.notThere')}</Words>
          </Card>
        </SideBySide>
      </Stack>
    </Section>
  )

  function reportName({ report }: FigureSource): string {
    return t.find(`errors.report.${report}`) ?? report
  }

  function readWords({ readAt, weeks, rows }: FigureSource): string {
    const lines = t('page.kpis.why.rows', { count: rows })
    const read = `${lines}, ${t('page.kpis.why.read', { at: formatInstant(readAt, t.language) })}`
    const missing = about.period.weeks.filter((week) => isOver(week) && !weeks.includes(week))
    if (missing.length === 0) return read
    return `${read}, ${t('page.kpis.why.missing', { weeks: missing.map((week) => weekNumber(week)).join(', ') })}`
  }

  function isOver(week: Week): boolean {
    return about.newest !== null && week <= about.newest
  }
}

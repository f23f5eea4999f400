import { weekName } from '#domain/week.ts'
import { type Week, nextWeek, previousWeek } from '#domain/week.ts'
import type { TimeLimits, TimeWarning } from '#domain/working-times.ts'
import type { DriverTimes, TimesOfDay, TimesOfWeek } from '#features/weeks/working-times/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDay, formatDayShort, formatStripDay, formatWeek, weekNumber } from '#messages/dates.ts'
import { hoursWords, sourceWords } from '#messages/time-words.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Bullets, Links, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'

/** Limits that are near or exceeded, each in a sentence with its source and the law behind it. */
export function TimesWarnings({
  times: { warnings, limits, isEmployed, weeks },
  isOwn = false,
}: {
  times: Pick<DriverTimes, 'warnings' | 'limits' | 'isEmployed' | 'weeks'>
  isOwn?: boolean
}) {
  const t = useT()
  const isOver = warnings.some((warning) => warning.isOver)
  const isMeasured = weeks.some(({ worked }) => worked.record !== null || worked.platforms !== null)
  return (
    <Stack>
      {warnings.length === 0 ? (
        <Notice
          tone={isMeasured ? 'ok' : 'info'}
          title={t(isMeasured ? 'page.times.warnings.none' : 'page.times.warnings.notMeasured')}
        />
      ) : (
        <Notice tone={isOver ? 'bad' : 'warn'} title={t('page.times.warnings.title', { count: warnings.length })}>
          <Bullets>
            {warnings.map((warning) => (
              <li key={`${warning.of} ${warning.source} ${warning.day}`}>{warningWords(warning, t)}</li>
            ))}
          </Bullets>
          {isOwn ? <p>{t('page.times.warnings.own')}</p> : null}
        </Notice>
      )}
      {limits === null ? null : <TimesLaw limits={limits} isEmployed={isEmployed} />}
    </Stack>
  )
}

/** "6 jun.: 10 h 20 min em 24 horas, acima de 10 h. Dizem as plataformas." */
export function warningWords({ of, source, day, seconds, allowed, isOver }: TimeWarning, t: Translator): string {
  return [
    t(`page.times.warnings.${of}.${isOver ? 'over' : 'near'}`, {
      day: formatDayShort(day, t.language),
      time: hoursWords(seconds, t),
      allowed: hoursWords(allowed, t),
    }),
    t(`page.times.warnings.source.${source}`),
  ].join(' ')
}

/** The limits of the law, with the articles. */
function TimesLaw({ limits, isEmployed }: { limits: TimeLimits; isEmployed: boolean }) {
  const t = useT()
  const hours = (minutes: number) => minutes / 60
  return (
    <Words look="small">
      {t('page.times.warnings.law24', { hours: hours(limits.in24) })}{' '}
      {isEmployed
        ? t('page.times.warnings.employed')
        : t('page.times.warnings.lawWeek', {
            week: hours(limits.inWeek),
            average: hours(limits.onAverage),
            months: limits.averageMonths,
          })}
    </Words>
  )
}

/** Each week with its sums, unfolding to its days; the newest with a measured time is open. `at`: the page, for links to the weeks before and after. */
export function TimesWeeks({ times: { weeks }, at, newest }: { times: DriverTimes; at: string; newest: Week }) {
  const t = useT()
  const [first, last] = [weeks[0]?.week, weeks.at(-1)?.week]
  const newestMeasured = weeks.find(({ worked }) => worked.record !== null || worked.platforms !== null)?.week
  return (
    <Section title={t('page.times.weeks')}>
      <Stack>
        {weeks.map((week) => (
          <Card key={week.week} title={formatWeek(week.week, t.language)} part flush={false}>
            <Stack>
              <WeekSums of={week} />
              <Disclosure
                level="line"
                summary={t('page.times.caption', { number: weekNumber(week.week) })}
                open={week.week === newestMeasured}
              >
                <Table
                  caption={t('page.times.caption', { number: weekNumber(week.week) })}
                  rows={week.days}
                  rowKey={({ day }) => day}
                  columns={columnsOf(t)}
                />
              </Disclosure>
            </Stack>
          </Card>
        ))}
        <Links>
          {last === undefined ? null : (
            <Link to={`${at}?week=${weekName(previousWeek(last))}`}>{t('page.times.earlier')}</Link>
          )}
          {first === undefined || first >= newest ? null : (
            <Link to={`${at}?week=${weekName(laterWeek(first, weeks.length, newest))}`}>{t('page.times.later')}</Link>
          )}
        </Links>
      </Stack>
    </Section>
  )
}

function laterWeek(first: Week, count: number, newest: Week): Week {
  const next = nextWeek(first, count)
  return next < newest ? next : newest
}

function WeekSums({ of: { worked, platformSeconds, average } }: { of: TimesOfWeek }) {
  const t = useT()
  const words = (seconds: number | null) => (seconds === null ? t('page.times.notMeasured') : hoursWords(seconds, t))
  return (
    <Facts>
      <Fact name={t('page.times.sums.record')}>{words(worked.record)}</Fact>
      <Fact name={t('page.times.sums.platforms')}>{words(worked.platforms)}</Fact>
      {(['uber', 'bolt'] as const).map((platform) =>
        platformSeconds[platform] === null ? null : (
          <Fact
            key={platform}
            name={t('page.times.sums.told', { platform: t(`page.connections.providers.${platform}`) })}
          >
            {words(platformSeconds[platform])}
          </Fact>
        ),
      )}
      {(['record', 'platforms'] as const).map((source) => {
        const known = average[source]
        return known === null ? null : (
          <Fact key={source} name={t('page.times.sums.average', { count: known.weeks })}>
            {t(`page.times.mostOf.${source}`, { time: words(known.seconds) })}
          </Fact>
        )
      })}
    </Facts>
  )
}

const A_DAY = 24 * 3_600

function columnsOf(t: Translator): Column<TimesOfDay>[] {
  const none = <small>{t('page.times.notMeasured')}</small>
  const time = (seconds: number | null | undefined) =>
    seconds === null || seconds === undefined ? none : hoursWords(seconds, t)
  const rest = (seconds: number | null | undefined) =>
    seconds !== null && seconds !== undefined && seconds > A_DAY
      ? t('page.times.long')
      : seconds
        ? hoursWords(seconds, t)
        : '–'
  return [
    { head: t('page.times.columns.day'), cell: ({ day }) => formatStripDay(day, t.language) },
    {
      head: t('page.times.columns.record'),
      number: true,
      first: true,
      cell: ({ record }) =>
        record === null ? (
          none
        ) : (
          <>
            {hoursWords(record.worked, t)}{' '}
            <small>{t('page.times.driving', { time: hoursWords(record.driving, t) })}</small>
          </>
        ),
    },
    { head: t('page.times.columns.platforms'), number: true, cell: ({ platforms }) => time(platforms?.together) },
    { head: t('page.times.columns.bolt'), number: true, cell: ({ platforms }) => time(platforms?.boltOnline) },
    {
      head: t('page.times.columns.uberTrips'),
      number: true,
      cell: ({ platforms }) => time(platforms?.onTrip.uber),
    },
    {
      head: t('page.times.columns.most'),
      number: true,
      cell: ({ record, platforms }) =>
        [
          record && record.most > 0 ? t('page.times.mostOf.record', { time: hoursWords(record.most, t) }) : null,
          platforms && platforms.most > 0
            ? t('page.times.mostOf.platforms', { time: hoursWords(platforms.most, t) })
            : null,
        ]
          .filter((sentence) => sentence !== null)
          .join(' · ') || '–',
    },
    {
      head: t('page.times.columns.rest'),
      number: true,
      cell: ({ record, platforms }) => rest(record === null ? platforms?.rest : record.rest),
    },
  ]
}

/** The meaning of each figure, its source, and how old that is. */
export function TimesSources({ sources }: { sources: DriverTimes['sources'] }) {
  const t = useT()
  return (
    <Stack>
      <Section title={t('page.times.sources.title')}>
        {sources.length === 0 ? (
          <p>{t('page.times.sources.none')}</p>
        ) : (
          <Bullets>
            {sources.map((source) => (
              <li key={sourceWords(source, t)}>{sourceWords(source, t)}</li>
            ))}
          </Bullets>
        )}
      </Section>
      <Disclosure level="line" summary={t('page.times.explains.title')}>
        <Bullets>
          {(['together', 'uber', 'day', 'most', 'week', 'rest'] as const).map((topic) => (
            <li key={topic}>{t(`page.times.explains.${topic}`)}</li>
          ))}
        </Bullets>
      </Disclosure>
    </Stack>
  )
}

/** The closeness of a driver to the limits, in a word. */
export function LimitsState({ warnings, isSeen = false }: { warnings: readonly TimeWarning[]; isSeen?: boolean }) {
  const t = useT()
  const state = warnings.some((warning) => warning.isOver) ? 'over' : warnings.length > 0 ? 'near' : 'fine'
  return (
    <State tone={TONES[state]}>
      {t(`page.times.fleet.${state}`)}
      {isSeen && state !== 'fine' ? `, ${t('page.times.fleet.seen')}` : ''}
    </State>
  )
}

const TONES: Readonly<Record<'over' | 'near' | 'fine', StateTone>> = { over: 'bad', near: 'warn', fine: 'ok' }

/** The last recorded day, "Sexta-feira, 6 jun.", or that there is no record. */
export function recordedUntil(day: string | null, t: Translator): string {
  return day === null ? t('page.times.fleet.noRecord') : formatDay(day, t.language)
}

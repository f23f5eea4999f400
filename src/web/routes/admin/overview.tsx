import { redirect } from 'react-router'
import { ZONE } from '#domain/week.ts'
import { findLowSpace, getOverview, shownNeed } from '#features/weeks/overview/queries.server.ts'
import type { Need, Start } from '#features/weeks/overview/schema.ts'
import { formatDay } from '#messages/dates.ts'
import { formatRatio } from '#messages/numbers.ts'
import type { Translator } from '#messages/catalogue.ts'
import { inLanguage, languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { CompanyGoals } from '#web/parts/company-goals.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Stop } from '#web/ui/road.tsx'
import type { Route } from './+types/overview.ts'
import { Figures } from './overview/figures.tsx'
import { Needs } from './overview/needs.tsx'
import { OpenWeek } from './overview/open-week.tsx'
import { weekShown } from './weekly/drivers-page.ts'
import { dayStops, stateStops, stopNotes } from './weekly/week-stops.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const { week, start, isNew, needs, ...overview } = await getOverview(now)
  const language = languageOf(new URL(request.url).pathname)
  // A new installation has nothing to look over yet.
  if (start && isNew) throw redirect(inLanguage('/admin/start', language), 303)
  const t = translatorFor(language)
  const waiting = needs.filter(({ kind }) => !start || !ON_THE_WAY.has(kind))
  const ofWeek = waiting.find((need) => need.kind === 'week' && need.week === week?.week)
  return {
    ...overview,
    needs: waiting.filter((need) => need !== ofWeek).map((need) => shownNeed(need, t)),
    lowSpace: await findLowSpace(),
    start: start && beginningOf(start, t),
    today: now.toZonedDateTimeISO(ZONE).toPlainDate().toString(),
    // Only the shown part of the week is passed on: its table of drivers may be long.
    week: week && {
      week: week.week,
      name: week.name,
      isOver: week.isOver,
      days: dayStops(week, t).map(asText),
      states: stateStops(week.status, t, stopNotes(weekShown(week), t)).map(asText),
      status: week.status,
      isWaitedFor: ofWeek !== undefined,
      unmatched: week.approval.unmatched,
    },
  }
})

/** Needs that the first steps name already. */
const ON_THE_WAY: ReadonlySet<Need['kind']> = new Set([
  'week',
  'company-iban',
  'company-nipc',
  'no-terms',
  'iban-missing',
  'iban-invalid',
  'no-keys',
])

/** A stop with its note as text, as the page needs it. */
function asText({ label, note, unit, state }: Stop) {
  return { label, state, ...(typeof note === 'string' ? { note } : {}), ...(unit ? { unit } : {}) }
}

/** The progress to the first approved week, and the next step in words. */
function beginningOf({ steps }: Start, t: Translator) {
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the beginning is shown while a step is open
  const next = steps.find(({ isDone }) => !isDone)!
  return {
    title: t('page.start.title'),
    count: t('page.start.count', { done: steps.filter(({ isDone }) => isDone).length, all: steps.length }),
    next: t(`page.start.steps.${next.step}.what`),
  }
}

/** The open week with its files, then what needs somebody, then the company. */
export default function OverviewScreen({
  loaderData: { needs, week, othersOpen, figures, start, today, lowSpace, goals },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.overview.title')} detail={formatDay(today, t.language)} />
      {lowSpace === null ? null : (
        <Notice tone="warn" title={t('page.overview.space.title')}>
          <p>{t('page.overview.space.text', { left: formatRatio(lowSpace, t.language) })}</p>
        </Notice>
      )}
      {start ? (
        <Section title={start.title} aside={start.count}>
          <Notice action={<LinkButton to="/admin/start">{t('page.overview.start.go')}</LinkButton>}>
            <p>{t('page.overview.start.next', { step: start.next })}</p>
          </Notice>
        </Section>
      ) : null}
      <OpenWeek week={week} others={othersOpen} />
      {needs.length === 0 && (start || week?.isWaitedFor) ? null : (
        <Needs needs={needs} hasFirst={week?.isWaitedFor !== false} isDriving={week !== null && !week.isOver} />
      )}
      {goals.length === 0 ? null : (
        <Section title={t('page.goals.company.title')}>
          <CompanyGoals goals={goals} />
        </Section>
      )}
      <Figures figures={figures} />
    </>
  )
}

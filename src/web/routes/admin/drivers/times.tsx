import { useSearchParams } from 'react-router'
import { listWaitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { showTimes } from '#features/weeks/working-times/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { askedTimes } from '#web/parts/asked-times.ts'
import { TimesFiles } from '#web/parts/times-files.tsx'
import { TimesExport } from '#web/parts/times-export.tsx'
import { TimesSources, TimesWarnings, TimesWeeks } from '#web/parts/times-parts.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Actions } from '#web/ui/form.tsx'
import { Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import type { Route } from './+types/times.ts'

export const loader = shows(async ({ params, url }: Route.LoaderArgs, { now }) => {
  const { last, newest } = askedTimes(url, now)
  return {
    waiting: await listWaitingTimes(undefined, params.id),
    now: now.toString(),
    times: await showTimes(params.id, now, { last }),
    newest,
  }
})

/** The driver's working times: the record beside what the platforms say, and limits that are near or exceeded. */
export default function DriverTimesScreen({ loaderData: { times, newest, now, waiting } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.times.done.${query.get('done') ?? ''}`)
  const { review } = times
  const base = `/admin/drivers/${times.driver.id}`
  return (
    <Stack>
      {done === null ? null : <Done>{done}</Done>}
      <Words>
        {t('page.times.notTheRecord')}{' '}
        <ActLink to={`${base}/papers/working-time-record`}>{t('page.times.toPaper')}</ActLink>
      </Words>
      <TimesWarnings times={times} />
      {review === null ? null : (
        <Words look="small">
          {review.by === null
            ? t('page.times.review.seenNobody', { day: formatDayShort(review.until, t.language) })
            : t('page.times.review.seen', { day: formatDayShort(review.until, t.language), by: review.by })}{' '}
          {review.note} <Link to={`${base}/times/reviews/${review.id}`}>{t('page.times.review.withdraw')}</Link>
        </Words>
      )}
      {times.hasUnseen ? (
        <Actions>
          <LinkButton to={`${base}/times/review`}>{t('page.times.review.act')}</LinkButton>
        </Actions>
      ) : null}
      <TimesWeeks times={times} at={`${base}/times`} newest={newest} />
      <TimesExport files={`${base}/times/files`} now={now} />
      <TimesFiles
        files={times.files}
        waiting={waiting}
        back={{
          file: ({ id }) => `${base}/times/given/${id}`,
          waiting: ({ id }) => `/admin/documents/times/waiting/${id}/removal`,
        }}
      />
      <Actions>
        <LinkButton to={`/admin/documents/times/files?driver=${times.driver.id}`}>
          {t('page.times.files.give')}
        </LinkButton>
      </Actions>
      <TimesSources sources={times.sources} />
    </Stack>
  )
}

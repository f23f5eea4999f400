import { showOwnTimes } from '#features/weeks/working-times/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { askedTimes } from '#web/parts/asked-times.ts'
import { TimesExport } from '#web/parts/times-export.tsx'
import { TimesSources, TimesWarnings, TimesWeeks } from '#web/parts/times-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Stack } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/times.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const { last, newest } = askedTimes(url, now)
    return { now: now.toString(), times: await showOwnTimes(driver, now, { last }), newest }
  })

/** How long the reader worked: what the record says beside what platforms say, and what is near or over. */
export default function OwnTimesScreen({ loaderData: { times, newest, now } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.times.ownTitle')}
        subtitle={t('page.times.subtitle')}
        back={{ to: '/dashboard/documents', label: t('page.papers.own.title') }}
      />
      <Page width="middle">
        <Stack>
          <Words>
            {t('page.times.notTheRecord')}{' '}
            <Link to="/dashboard/documents/working-time-record">{t('page.times.toOwnPaper')}</Link>
          </Words>
          <TimesWarnings times={times} isOwn />
          <TimesExport files="/dashboard/documents/times/files" now={now} />
          <TimesWeeks times={times} at="/dashboard/documents/times" newest={newest} />
          <TimesSources sources={times.sources} />
        </Stack>
      </Page>
    </>
  )
}

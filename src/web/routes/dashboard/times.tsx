import { data, redirect, useSearchParams } from 'react-router'
import { takeTimes } from '#features/weeks/time-lists/commands.server.ts'
import { listWaitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { ownTimesFileRecord } from '#features/weeks/time-lists/schema.ts'
import { showOwnTimes } from '#features/weeks/working-times/queries.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { askedTimes } from '#web/parts/asked-times.ts'
import { TimesFiles, TimesRefused } from '#web/parts/times-files.tsx'
import { readSent, importTimes } from '#web/parts/import-times.server.ts'
import { TimesExport } from '#web/parts/times-export.tsx'
import { TimesSources, TimesWarnings, TimesWeeks } from '#web/parts/times-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/times.ts'

export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const { now } = context.get(requestContext)
    const { last, newest } = askedTimes(url, now)
    return {
      waiting: await listWaitingTimes(undefined, driver),
      now: now.toString(),
      times: await showOwnTimes(driver, now, { last }),
      newest,
    }
  })

/** Imports the driver's own export of a platform. A list with unknown columns waits for the office; a refused one is shown with its errors. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, ownTimesFileRecord.input, async ({ file }) => {
      const driverId = ownDriver(context)
      const by = { actor: actorOf(context), now: context.get(requestContext).now }
      const sent = await readSent(file)
      const taken = await importTimes(by, 'times.keep', (change) =>
        takeTimes(change, sent, { driverId, fromDriver: true }),
      )
      if (taken.is === 'refused') return data({ taken }, 422)
      return redirect(sameLanguage(request, `/dashboard/documents/times?done=${taken.is}`), 303)
    })
  })

/** The reader's working times: the record beside what the platforms say, and limits that are near or exceeded. */
export default function OwnTimesScreen({
  loaderData: { times, newest, now, waiting },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = t.find(`page.times.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={t('page.times.ownTitle')}
        subtitle={t('page.times.subtitle')}
        back={{ to: '/dashboard/documents', label: t('page.papers.own.title') }}
      />
      <Page width="middle">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          {actionData && 'taken' in actionData ? <TimesRefused taken={actionData.taken} /> : null}
          <Words>
            {t('page.times.notTheRecord')}{' '}
            <Link to="/dashboard/documents/working-time-record">{t('page.times.toOwnPaper')}</Link>
          </Words>
          <TimesWarnings times={times} isOwn />
          <TimesWeeks times={times} at="/dashboard/documents/times" newest={newest} />
          <TimesExport files="/dashboard/documents/times/files" now={now} />
          <Card title={t('page.times.files.giveOwn')}>
            <Form of={ownTimesFileRecord} encType="multipart/form-data">
              <Actions>
                <SubmitButton kind="outlined">{t('page.times.files.send')}</SubmitButton>
              </Actions>
            </Form>
          </Card>
          <TimesFiles
            files={times.files}
            waiting={waiting}
            back={{
              file: ({ id, fromDriver }) => (fromDriver ? `/dashboard/documents/times/given/${id}` : null),
              waiting: ({ id, fromDriver }) => (fromDriver ? `/dashboard/documents/times/given/${id}` : null),
            }}
          />
          <TimesSources sources={times.sources} />
        </Stack>
      </Page>
    </>
  )
}

import { namesApart } from '#domain/driver.ts'
import { data, redirect } from 'react-router'
import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { takeTimes } from '#features/weeks/time-lists/commands.server.ts'
import { listTimeLists, listWaitingTimes } from '#features/weeks/time-lists/queries.server.ts'
import { timesFileRecord } from '#features/weeks/time-lists/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { TimesRefused } from '#web/parts/times-files.tsx'
import { readSent, importTimes } from '#web/parts/import-times.server.ts'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/times-files.ts'

const BASE = '/admin/documents/times'

export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => ({
  lists: await listTimeLists(),
  waiting: await listWaitingTimes(),
  drivers: namesApart(await listDrivers(now))
    .filter(({ status }) => status !== 'inactive')
    .map(({ id, name }) => ({ value: id, label: name })),
  chosen: url.searchParams.get('driver') ?? '',
}))

/** Imports a file that is known; leads to the page that teaches one that nobody knows; a refused file is reported here, place by place. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, timesFileRecord.input, async ({ driverId, file }) => {
      const by = { actor: actorOf(context), now: context.get(requestContext).now }
      const sent = await readSent(file)
      const outcome = await importTimes(by, 'times.keep', (change) =>
        takeTimes(change, sent, { driverId, fromDriver: false }),
      )
      if (outcome.is === 'refused') return data({ taken: outcome }, 422)
      const place =
        outcome.is === 'waiting'
          ? `${BASE}/waiting/${outcome.id}`
          : `${driverId === null ? BASE : `/admin/drivers/${driverId}/times`}?done=${outcome.is}`
      return redirect(sameLanguage(request, place), 303)
    })
  })

/** The form to send exports of working times, the files that nobody knows yet, and the way each export is read. */
export default function TimesFilesScreen({
  loaderData: { lists, waiting, drivers, chosen },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.times.files.give')}
        subtitle={t('page.times.files.giveText')}
        back={{ to: BASE, label: t('page.times.fleet.back') }}
      />
      <Page width="middle">
        <Stack>
          {actionData && 'taken' in actionData ? <TimesRefused taken={actionData.taken} /> : null}
          <Form
            of={timesFileRecord}
            values={{ driverId: chosen }}
            offered={{ driverId: drivers }}
            encType="multipart/form-data"
          >
            <Actions>
              <SubmitButton>{t('page.times.files.send')}</SubmitButton>
            </Actions>
          </Form>
          {waiting.length === 0 ? null : (
            <Section title={t('page.times.files.waiting')}>
              <Items>
                {waiting.map(({ id, name, at, driver }) => (
                  <Item key={id} to={`${BASE}/waiting/${id}`} title={name}>
                    <Words look="small">
                      {[driver?.name, formatInstant(at, t.language)].filter(Boolean).join(' · ')}
                    </Words>
                  </Item>
                ))}
              </Items>
            </Section>
          )}
          {lists.length === 0 ? null : (
            <Section title={t('page.times.files.lists')}>
              <Items>
                {lists.map(({ id, source, at, by }) => (
                  <Item
                    key={id}
                    title={source}
                    acts={<ActLink to={`${BASE}/lists/${id}/removal`}>{t('page.times.files.forget')}</ActLink>}
                  >
                    <Words look="small">
                      {by === null
                        ? formatInstant(at, t.language)
                        : t('page.times.files.by', { at: formatInstant(at, t.language), by })}
                    </Words>
                  </Item>
                ))}
              </Items>
            </Section>
          )}
          <Links>
            <Link to={BASE}>{t('page.times.fleet.back')}</Link>
          </Links>
        </Stack>
      </Page>
    </>
  )
}

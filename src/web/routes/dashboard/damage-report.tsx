import { useSearchParams } from 'react-router'
import { showPlate } from '#domain/identifiers.ts'
import { withdrawReport } from '#features/fleet/damage-reports/commands.server.ts'
import { getOwnReport } from '#features/fleet/damage-reports/queries.server.ts'
import { ownReportAct } from '#features/fleet/damage-reports/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReportFacts, ReportPhotos, ReportState } from '#web/parts/report-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/damage-report.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => getOwnReport(ownDriver(context), params.report))

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'damage-report.withdraw', ownReportAct, async (_, change) => {
    await withdrawReport(change, ownDriver(context), params.report)
    return sameLanguage(request, `/dashboard/damage-reports/${params.report}?done=withdraw`)
  })

/** One report of the reader's: its state, all messages, and what comes next. */
export default function OwnDamageReportScreen({ loaderData: report, actionData }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.damageReports.own.done.${query.get('done') ?? ''}`)
  const { id, kind, vehicle, at, state, answer } = report
  return (
    <>
      <PageHead
        back={{ to: '/dashboard/inspections', label: t('page.inspections.own.title') }}
        title={t(`page.damageReports.one.${kind}`, { plate: showPlate(vehicle.plate) })}
        subtitle={formatInstant(at, t.language)}
      />
      <Page width="narrow">
        <Stack>
          {done ? <Done>{done}</Done> : null}
          <LateReply offered={state === 'waiting' ? ['withdraw'] : []} />
          <Words>
            <ReportState state={state} />
          </Words>
          <Words>{t(`page.damageReports.own.${state}`, { reason: answer })}</Words>
          {state === 'refused' ? <Words>{t('page.damageReports.own.refusedNext')}</Words> : null}
          <Links>
            {state === 'withdrawn' ? null : (
              <Link to={`/dashboard/help/new?about=report:${id}`}>{t('page.support.ask.link')}</Link>
            )}
          </Links>
          {state === 'refused' || state === 'withdrawn' ? (
            <div>
              <LinkButton to="/dashboard/damage-reports/new">{t('page.damageReports.own.again')}</LinkButton>
            </div>
          ) : null}
          <Section title={t('page.damageReports.own.happened')}>
            <Stack>
              <ReportFacts report={report} declaration={`/dashboard/damage-reports/${id}/declaration`} />
              <ReportPhotos report={report} place={`/dashboard/damage-reports/${id}/photos`} />
            </Stack>
          </Section>
          {state === 'waiting' ? (
            <Section title={t('page.damageReports.own.withdraw')}>
              <Form intent="withdraw" data-outbox>
                <Words>{t('page.damageReports.own.withdrawText')}</Words>
                <div>
                  <SubmitButton kind="outlined">{t('page.damageReports.own.withdraw')}</SubmitButton>
                </div>
              </Form>
            </Section>
          ) : null}
        </Stack>
      </Page>
    </>
  )
}

import { useSearchParams } from 'react-router'
import type { Reach } from '#domain/reach.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { confirmReport, refuseReport, reopenReport } from '#features/fleet/damage-reports/commands.server.ts'
import { findWaitingReports, getReport } from '#features/fleet/damage-reports/queries.server.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import {
  type ReportAct,
  type ReportView,
  confirmRecord,
  refusal,
  reportAct,
  takingBack,
} from '#features/fleet/damage-reports/schema.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { listTicketsOfReport } from '#features/support/tickets/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { ReportFacts, ReportPhotos, ReportState } from '#web/parts/report-parts.tsx'
import { TicketItems } from '#web/parts/ticket-parts.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { readHadCar } from '#web/parts/who-had-car.server.ts'
import { WhoHadCar } from '#web/parts/who-had-car.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/report.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const report = await getReport(params.id, params.report)
  const [name, tickets, reach, waiting] = await Promise.all([
    nameApart(report.driver.id),
    listTicketsOfReport(report.id, now),
    reachOfDriver(report.driver, 'damage-report'),
    findWaitingReports(),
  ])
  const had = await readHadCar(requireAdmin(context), report.vehicle.id, report.at, now)
  return { report, name, tickets, reach, had, next: waiting !== null && waiting.first !== report.id ? waiting : null }
})

export const action = saves(
  ({ intent }) => `damage-report.${intent}`,
  reportAct,
  async (change, act, { params }: Route.ActionArgs) => {
    await carryOutAct(change, params.id, params.report, act)
    return `/admin/vehicles/${params.id}/reports/${params.report}?done=${act.intent}`
  },
)

function carryOutAct(change: Change, vehicleId: string, id: string, act: ReportAct): Promise<void> {
  switch (act.intent) {
    case 'confirm':
      return confirmReport(change, vehicleId, id, act)
    case 'refuse':
      return refuseReport(change, vehicleId, id, act.reason)
    case 'reopen':
      return reopenReport(change, vehicleId, id, act.reason)
  }
}

/** A driver's report about this car, who had it then, and the office's answer. */
export default function ReportScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { report, name, tickets, reach, had, next } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const done = actionData ? null : t.find(`page.damageReports.office.done.${query.get('done') ?? ''}`)
  const place = `/admin/vehicles/${report.vehicle.id}/reports/${report.id}`
  const offered = { waiting: ['confirm', 'refuse'], confirmed: ['reopen'], refused: ['reopen'], withdrawn: [] }
  return (
    <SideBySide>
      <Section
        title={t('page.damageReports.office.heading', { driver: name })}
        aside={<ReportState state={report.state} />}
      >
        <Stack>
          {done ? <Done>{done}</Done> : null}
          <LateReply offered={offered[report.state]} />
          <Whose report={report} />
          <ReportFacts report={report} declaration={`${place}/declaration`} />
          <ReportPhotos report={report} place={`${place}/photos`} />
          <WhoHadCar
            had={had}
            place={report.place}
            reason={t('page.damageReports.office.heading', { driver: report.driver.name })}
            back={place}
          />
        </Stack>
      </Section>
      <Stack>
        <Decision report={report} reach={reach} reply={actionData} />
        {next ? (
          <Links>
            <Link to={`/admin/vehicles/${next.vehicle}/reports/${next.first}`}>
              {t('page.damageReports.office.next')}
            </Link>
          </Links>
        ) : null}
        {tickets.length > 0 ? (
          <Section title={t('page.support.office.ofCar')}>
            <TicketItems tickets={tickets} label={t('page.support.office.ofCar')} />
          </Section>
        ) : null}
      </Stack>
    </SideBySide>
  )
}

/** The reporter and the driver of the car: usually the same, and named if not. */
function Whose({ report: { driver, holder } }: { report: ReportView }) {
  const t = useT()
  return (
    <>
      <Card>
        <Facts>
          <Fact name={t('page.damageReports.office.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
          <Fact name={t('page.damageReports.office.holder')}>
            {holder ? (
              <Link to={`/admin/drivers/${holder.id}`}>{holder.name}</Link>
            ) : (
              t('page.damageReports.office.nobody')
            )}
          </Fact>
        </Facts>
      </Card>
      {holder?.id === driver.id ? null : (
        <Notice tone="warn">{t(`page.damageReports.office.${holder ? 'otherHolder' : 'noHolder'}`)}</Notice>
      )}
    </>
  )
}

type DecisionProps = { report: ReportView; reach: Reach | null; reply: Reply | undefined }

function Decision({ report, reach, reply }: DecisionProps) {
  const t = useT()
  const { state, kind, vehicle, damageId, accidentId, answer, decidedAt } = report
  const base = `/admin/vehicles/${vehicle.id}`
  const note = <ReachNote reach={reach} name={report.driver.name} driver={report.driver.id} />
  if (state === 'waiting')
    return (
      <Section title={t('page.damageReports.office.confirm')}>
        <Stack>
          <Card>
            <Form
              of={confirmRecord}
              intent="confirm"
              values={report}
              above={
                <>
                  <Words>{t('page.damageReports.office.confirmText')}</Words>
                  {kind === 'accident' ? <Words>{t('page.damageReports.office.confirmAccident')}</Words> : null}
                  {note}
                </>
              }
            >
              <div>
                <SubmitButton>{t('page.damageReports.office.confirmSubmit')}</SubmitButton>
              </div>
            </Form>
          </Card>
          <Card flush>
            <Disclosure summary={t('page.damageReports.office.refuse')} open={answered(reply, 'refuse') !== undefined}>
              <Form of={refusal} intent="refuse" above={note}>
                <div>
                  <SubmitButton kind="outlined">{t('page.damageReports.office.refuseSubmit')}</SubmitButton>
                </div>
              </Form>
            </Disclosure>
          </Card>
        </Stack>
      </Section>
    )
  if (state === 'withdrawn') return <Words>{t('page.damageReports.office.withdrawn')}</Words>
  return (
    <Section
      title={t(`page.damageReports.states.${state}`)}
      aside={decidedAt ? formatInstant(decidedAt, t.language) : null}
    >
      <Stack>
        {state === 'refused' ? <Words>{t('page.damageReports.office.refused', { reason: answer })}</Words> : null}
        <Links>
          {damageId ? <Link to={`${base}/damages/${damageId}`}>{t('page.damageReports.office.damage')}</Link> : null}
          {accidentId ? (
            <Link to={`${base}/accidents/${accidentId}`}>{t('page.damageReports.office.accident')}</Link>
          ) : null}
        </Links>
        <Card flush>
          <Disclosure summary={t('page.damageReports.office.reopen')} open={answered(reply, 'reopen') !== undefined}>
            <Form
              of={takingBack}
              intent="reopen"
              above={<Words>{t(`page.damageReports.office.reopenText.${state}`)}</Words>}
            >
              <div>
                <SubmitButton kind="outlined">{t('page.damageReports.office.reopenSubmit')}</SubmitButton>
              </div>
            </Form>
          </Disclosure>
        </Card>
      </Stack>
    </Section>
  )
}

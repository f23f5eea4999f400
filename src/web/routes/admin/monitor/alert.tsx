import { ZONE } from '#domain/week.ts'
import { answerAlert, reopenAlert } from '#features/positions/alerts/commands.server.ts'
import { alertAct, answerRecord } from '#features/positions/alerts/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant, formatTime } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { DoneNote, withDone } from '#web/parts/done-note.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, LateReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import type { Route } from './+types/alert.ts'
import { type SeenPoint, readAlert } from './alert.server.ts'
import { stateWords, whatWords, whenWords } from './alerts-listed.tsx'
import { AskReason } from './ask-reason.tsx'
import { lookOf } from './looker.server.ts'
import { placeWords } from './seen.tsx'

/** Days for which positions are held, and for which the same alert is ignored, unless somebody enters others. */
const USUAL = { held: 30, ignored: 1 } as const

export const loader = shows(async (args: Route.LoaderArgs, { now }) => {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  return {
    ...(await readAlert(Number(args.params.alert), lookOf(args, now))),
    first: {
      answer: 'explained',
      ignoredUntil: today.add({ days: USUAL.ignored }).toString(),
      heldUntil: today.add({ days: USUAL.held }).toString(),
    },
  }
})

export const action = saves(
  ({ intent }) => `position.${intent}-alert`,
  alertAct,
  async (change, input, { params }: Route.ActionArgs) => {
    const id = Number(params.alert)
    if (input.intent === 'answer') await answerAlert(change, id, input)
    else await reopenAlert(change, id)
    return withDone(`/admin/monitor/alerts/${id}`, 'saved')
  },
)

/** An alert: what the car did, where it was meanwhile, and the office's answer. */
export default function AlertScreen({ loaderData }: Route.ComponentProps) {
  const t = useT()
  const { alert, day, first, seen } = loaderData
  return (
    <>
      <PageHead
        title={alert.plate}
        part={whatWords(alert, t)}
        back={{ to: '/admin/monitor/alerts', label: t('page.alerts.title') }}
        actions={<LinkButton to={`/admin/monitor/${alert.vehicleId}?day=${day}`}>{t('page.alerts.day')}</LinkButton>}
      />
      <DoneNote />
      <SideBySide>
        <Stack>
          <Card>
            <Facts>
              <Fact name={t('page.alerts.columns.state')}>
                <State tone={alert.answer === null ? 'warn' : 'ok'}>{stateWords(alert, t)}</State>
              </Fact>
              <Fact name={t('page.alerts.columns.what')}>{whatWords(alert, t)}</Fact>
              <Fact name={t('page.alerts.facts.when')}>{whenWords(alert, t)}</Fact>
              <Fact name={t('page.alerts.facts.who')}>{alert.driver?.name ?? t('page.alerts.nobody')}</Fact>
              {seen === null || seen.fastest === null ? null : (
                <Fact name={t('page.alerts.facts.fastest')}>{t('page.monitor.speed', { speed: seen.fastest })}</Fact>
              )}
              <Fact name={t('page.alerts.facts.told')}>
                <Moment at={alert.notifiedAt} />
              </Fact>
            </Facts>
          </Card>
          <Evidence of={loaderData} />
        </Stack>
        <Section title={t('page.alerts.answer')}>
          <LateReply offered={alert.answer === null ? ['answer'] : ['reopen']} />
          {alert.answer === null ? (
            <Form of={answerRecord} intent="answer" values={first}>
              <Words look="small">{t('page.alerts.answerText')}</Words>
              <Actions>
                <SubmitButton>{t('page.alerts.save')}</SubmitButton>
              </Actions>
            </Form>
          ) : (
            <Stack>
              <Words>{alert.text}</Words>
              <Words look="small">
                {t(alert.by === null ? 'page.alerts.answeredAt' : 'page.alerts.answeredBy', {
                  answer: stateWords(alert, t),
                  by: alert.by ?? '',
                  at: formatInstant(alert.answeredAt ?? alert.notifiedAt, t.language),
                })}
              </Words>
              {alert.holdId === null ? null : (
                <Links>
                  <Link to="/admin/data/positions">{t('page.alerts.holdStays')}</Link>
                </Links>
              )}
              <Form intent="reopen">
                <Words look="small">{t('page.alerts.reopenText')}</Words>
                <Actions>
                  <SubmitButton kind="outlined">{t('page.alerts.reopen')}</SubmitButton>
                </Actions>
              </Form>
            </Stack>
          )}
        </Section>
      </SideBySide>
    </>
  )
}

function Evidence({ of: { seen, mayLook, wantsReason } }: { of: Route.ComponentProps['loaderData'] }) {
  const t = useT()
  if (wantsReason) return <AskReason />
  const none = mayLook ? 'page.alerts.evidenceNone' : 'page.alerts.evidenceHidden'
  return (
    <Card title={t('page.alerts.evidence')} flush={(seen?.points.length ?? 0) > 0}>
      {seen === null || seen.points.length === 0 ? (
        <Words look="soft">{t(none)}</Words>
      ) : (
        <Table
          caption={t('page.alerts.evidenceCaption')}
          columns={evidenceColumns(t)}
          rows={seen.points}
          rowKey={({ at }) => at}
        />
      )}
    </Card>
  )
}

function evidenceColumns(t: Translator): Column<SeenPoint>[] {
  return [
    {
      head: t('page.alerts.evidenceColumns.time'),
      cell: ({ at }) => <span className="num">{formatTime(at)}</span>,
      phone: 'identity',
    },
    {
      head: t('page.alerts.evidenceColumns.place'),
      cell: (point) => placeWords({ ...point, kind: 'fix', area: null, source: null, to: null }, t),
      phone: 'fact',
    },
    {
      head: t('page.alerts.evidenceColumns.speed'),
      cell: ({ speed }) => (speed === null ? '–' : t('page.monitor.speed', { speed })),
      number: true,
      phone: 'amount',
    },
  ]
}

import { type DocumentKind, isOpen, lawDoubts, missingDocuments } from '#domain/application.ts'
import { maskNif, showPlate } from '#domain/identifiers.ts'
import { ZONE } from '#domain/week.ts'
import { z } from 'zod'
import { listEvents } from '#features/audit/queries.server.ts'
import { saveSource } from '#features/recruitment/commands.server.ts'
import { moveApplication } from '#features/recruitment/board/commands.server.ts'
import { listLetters } from '#features/recruitment/letters/queries.server.ts'
import { getApplication } from '#features/recruitment/queries.server.ts'
import { moveInput, moveRecord, type OfficeApplication, sourceRecord } from '#features/recruitment/schema.ts'
import { listStages } from '#features/recruitment/stages/queries.server.ts'
import { addTask, finishTask, reopenTask } from '#features/recruitment/tasks/commands.server.ts'
import { listOfficePeople, listTasksOf } from '#features/recruitment/tasks/queries.server.ts'
import { taskDoneInput, taskInput } from '#features/recruitment/tasks/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { RecordHistory } from '#web/parts/record-history.tsx'
import { withStageNames } from '#web/parts/stage-names.ts'
import { useMayFollow } from '#web/place-power.ts'
import { saves, shows } from '#web/screen.server.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Grid, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/application.ts'
import { Notes } from './notes.tsx'
import { Written } from './letters-written.tsx'
import { TasksCard } from './tasks-card.tsx'
import { APPLICATION_TONES, placeWords } from './tones.ts'
import { todayAt } from './waiting.server.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { nif, ...application } = await getApplication(params.id)
  const [stages, tasks, people, letters, events] = await Promise.all([
    listStages(),
    listTasksOf(application.id),
    listOfficePeople(),
    listLetters(application.id),
    listEvents(`application:${application.id}`),
  ])
  const { sentAt, licenceYear, certificateUntil, vehicle } = application
  const sent = sentAt ? Temporal.Instant.from(sentAt) : now
  // By the law in force on the day it was sent.
  const doubts = lawDoubts(
    { licenceYear, certificateUntil, vehicleYear: vehicle?.year ?? null },
    sent.toZonedDateTimeISO(ZONE).toPlainDate(),
  )
  return {
    application: { ...application, maskedNif: nif && maskNif(nif) },
    doubts,
    stages,
    tasks,
    people,
    letters,
    events,
    lacking: missingDocuments(
      application.regime,
      application.documents.map(({ kind }) => kind),
    ),
    today: todayAt(now),
  }
})

const asked = z.union([
  sourceRecord.input.extend({ intent: z.literal('source') }),
  moveInput.extend({ intent: z.literal('move') }),
  taskInput.extend({ intent: z.literal('task') }),
  taskDoneInput.extend({ intent: z.enum(['done', 'undone']) }),
])

export const action = saves(
  ({ intent }) => `application.${intent}`,
  asked,
  async (change, input, { params }: Route.ActionArgs) => {
    if (input.intent === 'source') await saveSource(change, params.id, input)
    else if (input.intent === 'move') await moveApplication(change, params.id, input)
    else if (input.intent === 'task') await addTask(change, params.id, input)
    else if (input.intent === 'done') await finishTask(change, input.task)
    else await reopenTask(change, input.task)
    return `/admin/recruitment/${params.id}`
  },
)

/** All that an applicant said, existing records that may be the same person, and what to do with the application. */
export default function ApplicationScreen({
  loaderData: { application, doubts, stages, tasks, people, letters, events, lacking, today },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const { id, name, state, stage, duplicates, cause, reason, decidedAt, driverId } = application
  return (
    <>
      <PageHead
        title={name}
        back={{ to: '/admin/recruitment', label: t('page.recruitment.title') }}
        subtitle={<State tone={APPLICATION_TONES[state]}>{placeWords(application, t)}</State>}
        actions={
          isOpen(state) ? (
            <>
              <LinkButton to={`/admin/recruitment/${id}/letter`} kind="text">
                {t('page.recruitment.letters.write')}
              </LinkButton>
              <LinkButton to={`/admin/recruitment/${id}/withdrawal`} kind="text">
                {t('page.recruitment.one.withdraw')}
              </LinkButton>
              <LinkButton to={`/admin/recruitment/${id}/rejection`}>{t('page.recruitment.one.reject')}</LinkButton>
              <LinkButton to={`/admin/recruitment/${id}/approval`} kind="primary">
                {t('page.recruitment.one.approve')}
              </LinkButton>
            </>
          ) : state === 'approved' ? null : (
            <LinkButton to={`/admin/recruitment/${id}/reopening`}>{t('page.recruitment.one.reopen')}</LinkButton>
          )
        }
      />
      <Stack>
        <FormReply reply={reply} />
        {duplicates.length > 0 ? (
          <Notice tone="warn" title={t('page.recruitment.one.duplicates')}>
            {duplicates.map((other) => (
              <p key={other.id}>
                <Link to={`/admin/${other.kind === 'driver' ? 'drivers' : 'recruitment'}/${other.id}`}>
                  {t(`page.recruitment.one.duplicate.${other.kind}`, { name: other.name })}
                </Link>
                : {other.same.map((what) => t(`page.recruitment.one.same.${what}`)).join(', ')}
              </p>
            ))}
          </Notice>
        ) : null}
        {isOpen(state) && doubts.length > 0 ? (
          <Notice tone="warn" title={t('page.apply.doubtsTitle')}>
            {doubts.map((doubt) => (
              <p key={doubt}>{t(`page.apply.doubts.${doubt}`)}</p>
            ))}
          </Notice>
        ) : null}
        {decidedAt ? (
          <Notice
            tone={state === 'approved' ? 'ok' : 'info'}
            title={t('page.recruitment.one.decided', { at: formatInstant(decidedAt, t.language) })}
          >
            {cause ? <p>{t(`page.recruitment.causes.${cause}`)}</p> : null}
            {reason ? <p>{reason}</p> : null}
            {driverId ? (
              <p>
                <Link to={`/admin/drivers/${driverId}`}>{t('page.recruitment.one.driver')}</Link>
                {' · '}
                <Link to={`/admin/recruitment/${id}/approval`}>{t('page.recruitment.approval.there')}</Link>
              </p>
            ) : null}
          </Notice>
        ) : null}
        <Grid>
          <Said application={application} lacking={isOpen(state) ? lacking : []} />
          <Stack>
            <TasksCard
              tasks={tasks}
              people={people}
              today={today}
              isOver={state === 'rejected' || state === 'withdrawn'}
            />
            <Card title={t('page.recruitment.one.progress')}>
              <Stack>
                {isOpen(state) ? (
                  <Form
                    quiet
                    of={moveRecord}
                    values={{ stage: stage?.id }}
                    offered={{
                      stage: stages.map(({ id: value, name: named }) => ({ value, label: named[t.language] })),
                    }}
                  >
                    <input type="hidden" name="intent" value="move" />
                    <Actions>
                      <SubmitButton>{t('page.recruitment.one.save')}</SubmitButton>
                    </Actions>
                  </Form>
                ) : null}
                <Notes notes={application.notes} />
              </Stack>
            </Card>
          </Stack>
        </Grid>
        {letters.length > 0 ? <Written letters={letters} /> : null}
        <RecordHistory events={withStageNames(events, stages, t.language)} />
      </Stack>
    </>
  )
}

type SaidProps = {
  application: Omit<OfficeApplication, 'nif'> & { maskedNif: string | null }
  /** Documents that are still missing. */
  lacking: readonly DocumentKind[]
}

function Said({ application, lacking }: SaidProps) {
  const t = useT()
  const { id, email, phone, municipality, regime, language, referral, source, maskedNif, licenceYear } = application
  const { certificate, certificateUntil, platforms, vehicle, documents, consents, sentAt } = application
  const mayRead = useMayFollow(`/admin/recruitment/${id}/documents/${documents[0]?.id}`)
  const until = certificateUntil
    ? `, ${t('page.recruitment.one.until', { day: formatDayShort(certificateUntil, t.language) })}`
    : ''
  return (
    <Stack>
      <Card title={t('page.recruitment.one.person')} aside={sentAt ? formatInstant(sentAt, t.language) : null}>
        <Stack>
          <Facts>
            <Fact name={t('page.account.email')}>
              <a href={`mailto:${email}`}>{email}</a>
            </Fact>
            <Fact name={t('page.recruitment.columns.phone')}>
              <a href={`tel:${phone}`}>{phone}</a>
            </Fact>
            <Fact name={t('page.recruitment.one.municipality')}>{municipality ?? '–'}</Fact>
            <Fact name={t('page.recruitment.columns.regime')}>{t(`page.fleet.regimes.${regime}`)}</Fact>
            <Fact name={t('page.recruitment.one.language')}>{t(`page.recruitment.one.languages.${language}`)}</Fact>
            {referral ? <Fact name={t('page.recruitment.one.referral')}>{referral}</Fact> : null}
          </Facts>
          {application.driverId === null ? (
            <div>
              <LinkButton to={`/admin/privacy/erasures/of/application:${id}`} kind="text">
                {t('page.privacy.erase.start')}
              </LinkButton>
            </div>
          ) : null}
          <Form inline aria-label={t('page.recruitment.source')} intent="source" of={sourceRecord} values={{ source }}>
            <Button type="submit">{t('page.recruitment.one.saveSource')}</Button>
          </Form>
        </Stack>
      </Card>
      <Card title={t('page.recruitment.one.papers')}>
        <Facts>
          <Fact name={t('page.recruitment.one.licenceYear')}>{licenceYear ?? '–'}</Fact>
          <Fact name="CMTVDE">{certificate ? t(`page.recruitment.one.certificates.${certificate}`) + until : '–'}</Fact>
          <Fact name={t('page.recruitment.one.platforms')}>
            {platforms ? t(`page.recruitment.one.platformsUsed.${platforms}`) : '–'}
          </Fact>
          <Fact name="NIF">
            {maskedNif ?? '–'}{' '}
            {maskedNif ? (
              <LinkButton to={`/admin/sealed/number/application/${id}`} kind="text">
                {t('page.sealed.ofNif')}
              </LinkButton>
            ) : null}
          </Fact>
          {vehicle ? (
            <Fact name={t('page.recruitment.one.vehicle')}>
              {vehicle.make} {vehicle.model}, {vehicle.year}, {showPlate(vehicle.plate)}
            </Fact>
          ) : null}
        </Facts>
      </Card>
      <Card title={t('page.recruitment.one.documents')}>
        {documents.length === 0 ? (
          <p>{t('page.recruitment.one.noDocuments')}</p>
        ) : (
          <Facts>
            {documents.map((document) => (
              <Fact key={document.id} name={t(`page.recruitment.one.kinds.${document.kind}`)}>
                {mayRead ? (
                  <Link to={`/admin/recruitment/${id}/documents/${document.id}`} file>
                    {document.name}
                  </Link>
                ) : (
                  document.name
                )}
              </Fact>
            ))}
          </Facts>
        )}
        {lacking.length > 0 ? (
          <p>
            {t('page.recruitment.one.lacking', {
              what: lacking.map((kind) => t(`page.recruitment.one.kinds.${kind}`)).join(', '),
            })}{' '}
            <ActLink to={`/admin/recruitment/${id}/letter`}>{t('page.recruitment.one.askFor')}</ActLink>
          </p>
        ) : null}
      </Card>
      <Card title={t('page.recruitment.one.consents')}>
        <Facts>
          {consents.map(({ text, version, givenAt }) => (
            <Fact
              key={text}
              name={t(
                text === 'keep'
                  ? 'page.recruitment.one.consentTexts.keep'
                  : 'page.recruitment.one.consentTexts.privacy',
              )}
            >
              {t('page.recruitment.one.consent', {
                version: formatDayShort(version, t.language),
                at: formatInstant(givenAt, t.language),
              })}
            </Fact>
          ))}
        </Facts>
      </Card>
    </Stack>
  )
}

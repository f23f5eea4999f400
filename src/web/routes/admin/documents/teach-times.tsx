import { redirect } from 'react-router'
import { z } from 'zod'
import { TIME_FIELDS, type TimeField } from '#domain/time-list.ts'
import { ACTIVITIES, type Activity } from '#domain/working-times.ts'
import { setUpTimeList } from '#features/weeks/time-lists/commands.server.ts'
import { attributeLines, getWaitingTimes, lookAtWaiting } from '#features/weeks/time-lists/queries.server.ts'
import { WORD_FIELDS, readTimesSetupInput, timeListRecord, timesErrors } from '#features/weeks/time-lists/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { problemWords } from '#messages/file-words.ts'
import { clockWords } from '#messages/time-words.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { importTimes } from '#web/parts/import-times.server.ts'
import type { Reply } from '#web/reply.ts'
import { shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { FieldRow } from '#web/ui/fields.tsx'
import { Actions, Form, FormReply, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Bullets, Links, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { TeachColumn, TeachFile } from '../data/teach-file.tsx'
import type { Route } from './+types/teach-times.ts'

const BASE = '/admin/documents/times'
const LINES_SHOWN = 10

export const loader = shows(async ({ params, url }: Route.LoaderArgs) => {
  const { waiting, file } = await getWaitingTimes(params.id)
  const query = url.searchParams
  const setup = readTimesSetupInput(query)
  const look = await lookAtWaiting(file, setup)
  const { lines, problems } = await attributeLines(look, waiting.driver?.id ?? null)
  const errors = timesErrors(setup.source, look.problems)
  const isAsked = TIME_FIELDS.some((field) => query.has(field))
  const byActivity = (activity: Activity) =>
    look.words.flatMap((word) => (word.activity === activity ? [word.word] : [])).join(', ')
  return {
    id: params.id,
    file: file.name,
    driver: waiting.driver?.name ?? null,
    isAsked,
    values: {
      plain: 'driving',
      ...Object.fromEntries(ACTIVITIES.map((activity) => [WORD_FIELDS[activity], byActivity(activity)])),
      ...Object.fromEntries([...query].filter(([, value]) => value !== '')),
    },
    errors: isAsked ? errors : {},
    isComplete: Object.keys(errors).length === 0,
    look: { ...look, result: null, mapping: null },
    unknown: look.words.flatMap((word) => (word.activity === null ? [word.word] : [])),
    isRead: look.result !== null,
    lines: lines.slice(0, LINES_SHOWN).map(({ line, from, to, activity }) => ({ line, from, to, activity })),
    count: lines.length,
    problems: problems.slice(0, LINES_SHOWN),
    problemCount: problems.length,
  }
})

/** Saves the answers in the address, so that it saves exactly what the person saw; then imports the file with them. */
export const action = ({ request, params, context, url }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, z.object({}), async () => {
      const by = { actor: actorOf(context), now: context.get(requestContext).now }
      const outcome = await importTimes(by, 'times.teach', (change) =>
        setUpTimeList(change, params.id, readTimesSetupInput(url.searchParams)),
      )
      return redirect(sameLanguage(request, `${BASE}?done=${outcome.is}`), 303)
    })
  })

type View = Route.ComponentProps['loaderData']

/** An export that nobody knows: a person says what each column is, sees how it reads, and it is imported. */
export default function TeachTimesScreen({ loaderData: view, actionData }: Route.ComponentProps) {
  const t = useT()
  const reply: Reply = { values: view.values, fieldErrors: view.errors, refusal: null }
  return (
    <>
      <PageHead
        title={t('page.times.teach.title')}
        subtitle={t('page.times.teach.subtitle')}
        back={{ to: `${BASE}/files`, label: t('page.times.files.give') }}
      />
      <Stack>
        <Words>
          {view.driver === null ? t('page.times.teach.ofNamed') : t('page.times.teach.ofDriver', { name: view.driver })}
        </Words>
        <Form method="get" noValidate data-live="content" data-stay="" wide quiet reply={reply}>
          <TeachFile view={{ ...view, isCorrecting: false, sheets: [], sheet: 0 }} />
          <Section title={t('page.bank.lists.columns')}>
            <Page width="middle">
              <FieldRow>
                <ColumnOf view={view} field="date" help={t('page.times.teach.dateHelp')} />
                <ColumnOf view={view} field="driver" help={t('page.times.teach.driverHelp')} />
              </FieldRow>
              <FieldRow>
                <ColumnOf view={view} field="from" required />
                <ColumnOf view={view} field="to" required />
              </FieldRow>
              <FieldRow>
                <ColumnOf view={view} field="activity" help={t('page.times.teach.activityHelp')} />
                <ColumnOf view={view} field="plate" />
              </FieldRow>
              <RecordFields of={timeListRecord} values={view.values} />
              {view.unknown.length === 0 ? null : (
                <Words look="warn">{t('page.times.teach.unknown', { words: view.unknown.join(', ') })}</Words>
              )}
            </Page>
          </Section>
          <Actions>
            <SubmitButton kind={view.isComplete ? 'outlined' : 'primary'}>{t('page.profiles.submit')}</SubmitButton>
          </Actions>
        </Form>
        <Read view={view} reply={actionData && 'values' in actionData ? actionData : undefined} />
        <Links>
          <ActLink to={`${BASE}/waiting/${view.id}/removal`}>{t('page.times.files.letGo')}</ActLink>
        </Links>
      </Stack>
    </>
  )
}

function ColumnOf({ view, field, ...rest }: { view: View; field: TimeField; help?: string; required?: boolean }) {
  const t = useT()
  return <TeachColumn look={view.look} name={field} label={t(`page.times.teach.fields.${field}`)} {...rest} />
}

/** The export as it reads with these answers: it can be saved only when every line can be read. */
function Read({ view, reply }: { view: View; reply: Reply | undefined }) {
  const t = useT()
  const isWhole = view.isComplete && view.count > 0 && view.problemCount === 0
  return (
    <Section title={t('page.profiles.result.title')}>
      <Stack>
        <FormReply reply={reply} />
        {view.isRead ? null : <Words>{t(`page.profiles.result.${view.isAsked ? 'missing' : 'waiting'}`)}</Words>}
        {view.problemCount > 0 ? (
          <Notice tone="bad" title={t('page.profiles.result.problems', { count: view.problemCount })}>
            <Bullets>
              {view.problems.map((problem) => (
                <li key={`${problem.line} ${problem.column} ${problem.code}`}>{problemWords(t, problem)}</li>
              ))}
            </Bullets>
          </Notice>
        ) : null}
        {view.count > 0 ? (
          <Table
            caption={t('page.profiles.result.caption')}
            rows={view.lines}
            rowKey={({ line }) => String(line)}
            columns={columnsOf(t)}
          />
        ) : null}
        {isWhole ? (
          <Form quiet reply={reply}>
            <Actions>
              <SubmitButton>{t('page.times.teach.save', { count: view.count })}</SubmitButton>
            </Actions>
          </Form>
        ) : null}
      </Stack>
    </Section>
  )
}

function columnsOf(t: Translator): Column<View['lines'][number]>[] {
  const moment = (seconds: number) =>
    formatInstant(Temporal.Instant.fromEpochMilliseconds(seconds * 1_000).toString(), t.language)
  return [
    { head: t('page.profiles.result.line'), cell: ({ line }) => line, wideOnly: true },
    { head: t('page.times.teach.fields.from'), cell: ({ from }) => moment(from) },
    { head: t('page.times.teach.fields.to'), cell: ({ to }) => moment(to) },
    { head: t('page.times.teach.long'), number: true, cell: ({ from, to }) => clockWords(to - from) },
    { head: t('page.times.teach.fields.activity'), cell: ({ activity }) => t(`page.times.activities.${activity}`) },
  ]
}

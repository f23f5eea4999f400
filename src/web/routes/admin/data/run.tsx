import { redirect } from 'react-router'
import { z } from 'zod'
import type { Progress } from '#domain/progress.ts'
import { type Week, readWeek, weekName } from '#domain/week.ts'
import { broughtOutcome } from '#features/imports/drops/schema.ts'
import { cancelRun } from '#features/runs/commands.server.ts'
import { type Run, getRun, hasRunFile } from '#features/runs/queries.server.ts'
import { RUN_POWERS, refusalOutcome } from '#features/runs/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { firstWeekPage } from '#web/first-week.server.ts'
import { errorText, sameLanguage, useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/run.ts'
import { afterDrop } from './after-drop.ts'

export const loader = shows(async ({ request, params, context }: Route.LoaderArgs, { now }) => {
  const run = await getRun(params.id)
  const firstWeek = (week: Week) => firstWeekPage(week, { now }, context)
  const onwards = run.state === 'done' ? await resultPage(run, { now, onwards: firstWeek }) : null
  if (onwards) throw redirect(sameLanguage(request, onwards))
  const { id, kind, subject, state, progress, isStopping, outcome } = run
  return {
    id,
    kind,
    back: kind === 'drop-import' ? `/admin/data/drops/${subject}` : `/admin/weekly/${weekName(readWeek(subject))}`,
    number: kind === 'drop-import' ? null : weekNumber(readWeek(subject)),
    state,
    progress,
    isStopping,
    refusal: state === 'refused' ? refusalOutcome.parse(outcome) : null,
    hasFile: await hasRunFile(id),
  }
})

/** The page that shows the result; `null`: this one. */
async function resultPage(
  { kind, subject, outcome }: Run,
  way: Parameters<typeof afterDrop>[2],
): Promise<string | null> {
  if (kind === 'drop-import') return afterDrop(broughtOutcome.parse(outcome), subject, way)
  return kind === 'week-approval' ? `/admin/weekly/${weekName(readWeek(subject))}?done=approved` : null
}

/** The words of each kind of work. */
const WORDS = { 'drop-import': 'import', 'statements-zip': 'statements', 'week-approval': 'approval' } as const

export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireAdmin(context)
    const { kind } = await getRun(params.id)
    return submit({ request, context }, 'run.cancel', z.object({}), async (_, change) => {
      requireAdmin(context, RUN_POWERS[kind])
      await cancelRun(change, params.id)
      return sameLanguage(request, `/admin/data/runs/${params.id}`)
    })
  })

/** Seconds after which the page refreshes; without JavaScript it reloads itself. */
const REFRESH_SECONDS = 2

/** The progress of long work. It goes on when the page is closed; when it ends, the page goes on to its result. */
export default function RunScreen({ loaderData: run }: Route.ComponentProps) {
  const t = useT()
  const isOpen = run.state === 'waiting' || run.state === 'running'
  const words = WORDS[run.kind]
  const back = { to: run.back, label: t(`page.runs.${words}.back`, { number: run.number ?? '' }) }
  return (
    <>
      <PageHead title={t(`page.runs.${words}.title`, { number: run.number ?? '' })} back={back} />
      <div id="run" data-look-again={isOpen ? REFRESH_SECONDS : undefined}>
        {isOpen ? (
          <Section title={run.isStopping ? t('page.runs.stopping') : t(`page.runs.${words}.underWay`)}>
            <noscript>
              <meta httpEquiv="refresh" content={String(REFRESH_SECONDS)} />
            </noscript>
            <Page>
              <RunProgress run={run} />
              <Words>{t(`page.runs.${words}.leave`)}</Words>
              {run.isStopping ? null : (
                <Form>
                  <Actions>
                    <SubmitButton kind="danger">{t(`page.runs.${words}.cancel`)}</SubmitButton>
                  </Actions>
                </Form>
              )}
            </Page>
          </Section>
        ) : (
          <Ended run={run} back={back} />
        )}
      </div>
    </>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Ended({
  run: { id, kind, state, refusal, hasFile },
  back,
}: {
  run: Loaded
  back: { to: string; label: string }
}) {
  const t = useT()
  const words = WORDS[kind]
  if (state === 'done') {
    return (
      <Notice
        tone={hasFile ? 'ok' : 'warn'}
        action={
          hasFile ? (
            <LinkButton to={`/admin/data/runs/${id}/file`} kind="primary" icon="download" file>
              {t('page.runs.statements.download')}
            </LinkButton>
          ) : (
            <LinkButton to={back.to}>{back.label}</LinkButton>
          )
        }
      >
        <p>{t(hasFile ? 'page.runs.statements.done' : 'page.runs.statements.gone')}</p>
      </Notice>
    )
  }
  const how = state === 'refused' || state === 'failed' ? state : 'cancelled'
  return (
    <Notice tone={how === 'cancelled' ? 'warn' : 'bad'} action={<LinkButton to={back.to}>{back.label}</LinkButton>}>
      <p>{t(`page.runs.${words}.${how}`)}</p>
      {refusal ? <p>{errorText(t, refusal.code, refusal.params)}</p> : null}
    </Notice>
  )
}

function RunProgress({ run: { state, progress } }: { run: { state: Run['state']; progress: Progress | null } }) {
  const t = useT()
  const percent = progress && progress.of > 0 ? Math.floor((100 * progress.done) / progress.of) : 0
  const words = progress
    ? t(`page.runs.${progress.stage}`, {
        percent,
        done: formatNumber(progress.done, t.language),
        of: formatNumber(progress.of, t.language),
      })
    : t(state === 'waiting' ? 'page.runs.waiting' : 'page.runs.begun')
  return (
    <Page width="narrow">
      <progress max={100} value={percent} aria-label={words} />
      <output>{words}</output>
    </Page>
  )
}

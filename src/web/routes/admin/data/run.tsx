import { useEffect } from 'react'
import { redirect, useRevalidator } from 'react-router'
import { z } from 'zod'
import type { Progress } from '#domain/progress.ts'
import { broughtOutcome } from '#features/drops/schema.ts'
import { cancelRun } from '#features/runs/commands.server.ts'
import { getRun } from '#features/runs/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { formatNumber } from '#messages/numbers.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/run.ts'
import { afterDrop } from './after-drop.ts'
import styles from './run.module.css'

export const loader = ({ request, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { state, subject, progress, isStopping, outcome } = await getRun(params.id)
    if (state === 'done') throw redirect(sameLanguage(request, afterDrop(broughtOutcome.parse(outcome), subject)))
    return { state, drop: subject, progress, isStopping, formKey: crypto.randomUUID() }
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.runs.title'))

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context, power: 'operations' }, 'drop.cancel', z.object({}), async (_, deed) => {
    await cancelRun(deed, params.id)
    return sameLanguage(request, `/admin/data/runs/${params.id}`)
  })

/** Seconds after which the page looks again. */
const PAUSE = 2

/** How far a long import is; it goes on when the page is closed, and the page goes on to what it brought. */
export default function RunScreen({ loaderData: run, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const isOpen = run.state === 'waiting' || run.state === 'running'
  const back = `/admin/data/drops/${run.drop}`
  useLookAgain(isOpen)
  return (
    <>
      <PageHead title={t('page.runs.title')} back={{ to: '/admin/data', label: t('page.data.title') }} />
      <Stack>
        {isOpen ? (
          <Section title={t(run.isStopping ? 'page.runs.stopping' : 'page.runs.underWay')}>
            <noscript>
              <meta httpEquiv="refresh" content={String(PAUSE)} />
            </noscript>
            <HowFar progress={run.progress} />
            <p>{t('page.runs.leave')}</p>
            {run.isStopping ? null : (
              <Form>
                <FormReply reply={reply} />
                <KeyField value={run.formKey} />
                <Actions>
                  <SubmitButton kind="danger">{t('page.runs.cancel')}</SubmitButton>
                </Actions>
              </Form>
            )}
          </Section>
        ) : (
          <Notice
            tone={run.state === 'refused' ? 'bad' : 'warn'}
            action={<LinkButton to={back}>{t('page.runs.backToDrop')}</LinkButton>}
          >
            <p>{t(run.state === 'refused' ? 'page.runs.refused' : 'page.runs.cancelled')}</p>
          </Notice>
        )}
      </Stack>
    </>
  )
}

function HowFar({ progress }: { progress: Progress | null }) {
  const t = useT()
  const percent = progress && progress.of > 0 ? Math.floor((100 * progress.done) / progress.of) : 0
  const words = progress
    ? t(`page.runs.${progress.stage}`, {
        percent,
        done: formatNumber(progress.done, t.language),
        of: formatNumber(progress.of, t.language),
      })
    : t('page.runs.waiting')
  return (
    <div className={styles.progress}>
      <progress max={100} value={percent} aria-label={words} />
      <output>{words}</output>
    </div>
  )
}

/** Without JavaScript the page refreshes itself. */
function useLookAgain(isOpen: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOpen) return
    const timer = setInterval(() => void revalidate(), PAUSE * 1_000)
    return () => clearInterval(timer)
  }, [isOpen, revalidate])
}

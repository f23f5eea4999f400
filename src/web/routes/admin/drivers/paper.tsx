import { z } from 'zod'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { addPaper, askForPaper, withdrawRequest } from '#features/papers/commands.server.ts'
import { getKindOf } from '#features/papers/kinds/queries.server.ts'
import { dayToSendBy, findRequest } from '#features/papers/queries.server.ts'
import { type PaperView, paperInput, requestInput, requestRecord } from '#features/papers/schema.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Actions, Form, RecordFields, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { href } from 'react-router'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const kind = await getKindOf('driver', params.kind)
  const [asked, { name }, reach] = await Promise.all([
    findRequest(params.id, kind.code, now),
    getDriver(params.id),
    reachOfDriver(params, 'paper'),
  ])
  return { kind, asked, due: asked?.dueOn ?? dayToSendBy(now), name, reach }
})

const input = z.union([
  z.object({ intent: z.literal('ask'), asked: requestInput.optional() }).loose(),
  z.object({ intent: z.literal('add') }).loose(),
  z.object({ intent: z.literal('ask-no-more') }),
])

export const action = saves(
  ({ intent }) => `paper.${intent}`,
  input.transform((form, ctx) => {
    if (form.intent === 'ask-no-more') return form
    const read = form.intent === 'ask' ? requestInput.safeParse({ ...form, kind: '-' }) : paperInput.safeParse(form)
    if (!read.success) {
      for (const issue of read.error.issues) ctx.addIssue({ code: 'custom', message: issue.message, path: issue.path })
      return z.NEVER
    }
    return { intent: form.intent, ...read.data }
  }),
  async (change, form, { params }: Route.ActionArgs) => {
    await requireCurrent(params.id, change.tx)
    if (form.intent === 'ask-no-more') await withdrawRequest(change, params.id, params.kind)
    else if ('dueOn' in form) await askForPaper(change, params.id, { ...form, kind: params.kind })
    else await addPaper(change, { holder: 'driver', id: params.id }, params.kind, form)
    return withDone(href('/admin/drivers/:id/papers', params), 'saved')
  },
)

/** Adds a paper of a driver, or asks the driver for it. */
export default function DriverPaperScreen({
  params,
  loaderData: { kind, asked, due, name, reach },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <SideBySide>
      <Section title={t('page.papers.form.title', { paper: kind.name[t.language] })}>
        <Form intent="add" encType="multipart/form-data">
          <PaperFields kind={kind} paper={null} withFile />
          <Actions>
            <SubmitButton>{t('page.papers.form.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Section>
      {kind.fromDriver ? (
        <Section title={t('page.papers.form.askTitle')}>
          <Stack>
            {asked ? <PaperRequest asked={asked} /> : null}
            <ReachNote reach={reach} name={name} driver={params.id} />
            <Form intent="ask">
              {reach?.inArea ? <p>{t('page.papers.form.askText')}</p> : null}
              <RecordFields of={requestRecord} values={{ dueOn: due, words: asked?.words }} />
              <Actions>
                <SubmitButton kind="outlined">
                  {t(asked ? 'page.papers.form.askAgain' : 'page.papers.form.askSubmit')}
                </SubmitButton>
              </Actions>
            </Form>
          </Stack>
        </Section>
      ) : null}
    </SideBySide>
  )
}

/** A paper that was asked for, and the way to withdraw the request. */
function PaperRequest({ asked }: { asked: PaperView }) {
  const t = useT()
  return (
    <Notice tone="info">
      <p>
        {asked.dueOn === null
          ? t('page.papers.steps.asked')
          : t('page.papers.form.asked', { day: formatDayShort(asked.dueOn, t.language) })}
      </p>
      <Form intent="ask-no-more">
        <Actions>
          <SubmitButton kind="text">{t('page.papers.form.askNoMore')}</SubmitButton>
        </Actions>
      </Form>
    </Notice>
  )
}

import { z } from 'zod'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { addPaper, askForPaper } from '#features/papers/commands.server.ts'
import { getKindOf } from '#features/papers/kinds/queries.server.ts'
import { dueIn } from '#features/papers/queries.server.ts'
import { paperInput, requestInput } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { PaperFields, RequestFields } from '#web/parts/paper-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Section } from '#web/ui/card.tsx'
import { Beside } from '#web/ui/layout.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { href } from 'react-router'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => ({
  kind: await getKindOf('driver', params.kind),
  due: dueIn(now),
}))

const input = z.union([
  z.object({ intent: z.literal('ask'), asked: requestInput.optional() }).loose(),
  z.object({ intent: z.literal('add') }).loose(),
])

export const action = saves(
  ({ intent }) => `paper.${intent}`,
  input.transform((said, ctx) => {
    const read = said.intent === 'ask' ? requestInput.safeParse({ ...said, kind: '-' }) : paperInput.safeParse(said)
    if (!read.success) {
      for (const issue of read.error.issues) ctx.addIssue({ code: 'custom', message: issue.message, path: issue.path })
      return z.NEVER
    }
    return { intent: said.intent, ...read.data }
  }),
  async (deed, said, { params }: Route.ActionArgs) => {
    await requireStanding(params.id, deed.tx)
    if ('dueOn' in said) await askForPaper(deed, params.id, { ...said, kind: params.kind })
    else await addPaper(deed, { holder: 'driver', id: params.id }, params.kind, said)
    return withDone(href('/admin/drivers/:id/papers', params), 'saved')
  },
)

/** A paper the office adds, or asks the driver for. */
export default function DriverPaperScreen({ loaderData: { kind, due }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return (
    <Beside>
      <Section title={t('page.papers.form.title', { paper: kind.name[t.language] })}>
        <Form reply={reply} encType="multipart/form-data">
          <input type="hidden" name="intent" value="add" />
          <PaperFields kind={kind} paper={null} withFile />
          <Actions>
            <SubmitButton>{t('page.papers.form.submit')}</SubmitButton>
          </Actions>
        </Form>
      </Section>
      {kind.fromDriver ? (
        <Section title={t('page.papers.form.askTitle')}>
          <Form>
            <input type="hidden" name="intent" value="ask" />
            <p>{t('page.papers.form.askText')}</p>
            <RequestFields due={due} />
            <Actions>
              <SubmitButton kind="outlined">{t('page.papers.form.askSubmit')}</SubmitButton>
            </Actions>
          </Form>
        </Section>
      ) : null}
    </Beside>
  )
}

import { Refusal } from '#domain/refusal.ts'
import { sendPaper } from '#features/papers/commands.server.ts'
import { listOwnSlots } from '#features/papers/queries.server.ts'
import { paperInput } from '#features/papers/schema.ts'
import { show, submit } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/document.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const slots = await listOwnSlots(ownDriver(context), context.get(requestContext).now)
    const slot = slots.find(({ kind }) => kind.code === params.kind && kind.fromDriver)
    if (!slot) throw new Refusal('record.not-found')
    return { slot }
  })

export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'paper.send', paperInput, async (input, change) => {
    await sendPaper(change, ownDriver(context), params.kind, input)
    return sameLanguage(request, '/dashboard/documents?done=sent')
  })

/** The form that sends one paper: photos from the phone, or a PDF. */
export default function OwnDocumentScreen({ loaderData: { slot } }: Route.ComponentProps) {
  const t = useT()
  const { kind, refused, onItsWay, current } = slot
  const paper = onItsWay ?? refused ?? current
  return (
    <Page width="narrow">
      <PageHead
        back={{ to: '/dashboard/documents', label: t('page.papers.own.title') }}
        title={t('page.papers.own.sendNamed', { paper: kind.name[t.language] })}
      />
      <Stack>
        {refused ? (
          <Notice tone="warn">
            <p>{t('page.papers.facts.refused', { reason: refused.reason })}</p>
          </Notice>
        ) : null}
        {onItsWay?.words ? <p>{onItsWay.words}</p> : null}
        <Card>
          <Form encType="multipart/form-data" data-outbox>
            <p>{t(kind.isSensitive ? 'page.papers.own.codeText' : 'page.papers.own.text')}</p>
            <PaperFields kind={kind} paper={null} withFile isSent />
            <div>
              <SubmitButton wide>{t(`page.papers.own.${kind.isSensitive ? 'submitCode' : 'submit'}`)}</SubmitButton>
            </div>
          </Form>
        </Card>
        {paper ? (
          <Links>
            <Link to={`/dashboard/help/new?about=paper:${paper.id}`}>{t('page.support.ask.link')}</Link>
          </Links>
        ) : null}
      </Stack>
    </Page>
  )
}

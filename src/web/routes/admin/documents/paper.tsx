import { useSearchParams } from 'react-router'
import { acceptPaper, refusePaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { getKind } from '#features/papers/kinds/queries.server.ts'
import { getPaper, nextWaiting } from '#features/papers/queries.server.ts'
import { type WaitingPaper, reviewInput } from '#features/papers/schema.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { PaperFields } from '#web/parts/paper-parts.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { TextField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Beside, Page } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const paper = await getPaper(params.id, now)
  return { paper, kind: await getKind(paper.kind) }
})

/** Answers one paper and goes on to the next that waits. */
export const action = saves(
  ({ intent }) => `paper.${intent}`,
  reviewInput,
  async (deed, said, { params }: Route.ActionArgs) => {
    if (said.intent === 'accept') await acceptPaper(deed, params.id, said)
    else if (said.intent === 'refuse') await refusePaper(deed, params.id, said.reason)
    else {
      const paper = await takeBackPaper(deed, params.id, said.reason)
      return `${placeOf(paper)}?done=saved`
    }
    const next = await nextWaiting(deed.tx)
    return next === null ? `/admin/documents?done=${said.intent}` : `/admin/documents/${next}?done=${said.intent}`
  },
)

/** The papers of whom this one is. */
function placeOf({ holder, holderId }: Pick<WaitingPaper, 'holder' | 'holderId'>): string {
  if (holder === 'company' || holderId === null) return '/admin/documents/company'
  return holder === 'driver' ? `/admin/drivers/${holderId}/papers` : `/admin/vehicles/${holderId}/papers`
}

/** One paper: what came, and whether it is in order. */
export default function PaperScreen({ loaderData: { paper, kind }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = (['accept', 'refuse'] as const).find((name) => name === query.get('done'))
  const { id, fileName, kindName, of, state, look, reason } = paper
  const name = kindName[t.language]
  return (
    <>
      <PageHead
        back={{ to: '/admin/documents', label: t('page.papers.office.back') }}
        title={of === '' ? name : t('page.papers.office.reviewTitle', { paper: name, of })}
      />
      <Page>
        <Stack>
          {done && !reply ? (
            <Done>
              {t(`page.papers.office.done.${done}`)} {t('page.papers.office.done.next')}
            </Done>
          ) : null}
          <Beside>
            <Card title={t('page.papers.office.file')}>
              {fileName === null ? (
                <p>{t('page.papers.office.noFile')}</p>
              ) : (
                <p>
                  <Link to={`/admin/documents/${id}/file`} file>
                    {t('page.papers.open')}
                  </Link>
                </p>
              )}
              <p>
                <Link to={placeOf(paper)}>{t('page.papers.office.toHolder', { of })}</Link>
              </p>
            </Card>
            {state === 'sent' ? (
              <Stack>
                <Card title={t('page.papers.office.acceptTitle')}>
                  <Form reply={reply}>
                    <p>{t('page.papers.office.acceptText')}</p>
                    <PaperFields kind={kind} paper={paper} withFile={false} />
                    <Actions>
                      <SubmitButton name="intent" value="accept">
                        {t('page.papers.office.accept')}
                      </SubmitButton>
                    </Actions>
                  </Form>
                </Card>
                <Card title={t('page.papers.office.refuseTitle')}>
                  <Form>
                    <input type="hidden" name="intent" value="refuse" />
                    <TextField
                      name="reason"
                      label={t('page.papers.fields.reason')}
                      help={t('page.papers.fields.reasonHelp')}
                      maxLength={300}
                      required
                    />
                    <Actions>
                      <SubmitButton kind="outlined">{t('page.papers.office.refuse')}</SubmitButton>
                    </Actions>
                  </Form>
                </Card>
              </Stack>
            ) : (
              <Stack>
                <Notice tone="info">
                  <p>{t('page.papers.office.answered', { look: t(`page.papers.looks.${look}`) })}</p>
                  {reason === '' ? null : <p>{reason}</p>}
                </Notice>
                {state === 'accepted' ? <TakeBack reply={reply} /> : null}
              </Stack>
            )}
          </Beside>
        </Stack>
      </Page>
    </>
  )
}

function TakeBack({ reply }: { reply: Route.ComponentProps['actionData'] }) {
  const t = useT()
  return (
    <Card title={t('page.papers.form.takeBackTitle')}>
      <Form reply={reply}>
        <p>{t('page.papers.form.takeBackText')}</p>
        <input type="hidden" name="intent" value="take-back" />
        <TextField name="reason" label={t('page.papers.fields.reason')} maxLength={300} required />
        <Actions>
          <SubmitButton kind="outlined">{t('page.papers.form.takeBack')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

import type { PaperKind } from '#domain/paper.ts'
import { useSearchParams } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { acceptPaper, lookAgain, refusePaper, takeBackPaper } from '#features/papers/commands.server.ts'
import { publishPaper, withdrawPublication } from '#features/papers/published/commands.server.ts'
import { readersOf } from '#features/papers/published/queries.server.ts'
import type { Readers } from '#features/papers/published/schema.ts'
import { getKind } from '#features/papers/kinds/queries.server.ts'
import { notePlatformReview, takeBackPlatformReview } from '#features/papers/platform-reviews/commands.server.ts'
import { listPlatformReviews } from '#features/papers/platform-reviews/queries.server.ts'
import { type PlatformReview, platformReviewRecord } from '#features/papers/platform-reviews/schema.ts'
import { findCounting, getPaper, nextWaiting } from '#features/papers/queries.server.ts'
import { type WaitingPaper, paperRefusal, paperTakingBack, reviewInput } from '#features/papers/schema.ts'
import { formatDayShort } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { PaperFields, numberOf } from '#web/parts/paper-parts.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton, RecordFields } from '#web/ui/form.tsx'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { SideBySide, Bullets, Links, Page, Shown } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const paper = await getPaper(params.id, now)
  const counts = await findCounting(paper, now)
  // The number in full is for readers who keep the records.
  const maySee = hasPower(requireUser(context), 'operations')
  const readers = paper.publishedAt === null ? null : await readersOf(paper.id)
  const driver = paper.holder === 'driver' && paper.holderId !== null ? { id: paper.holderId } : null
  const reach = await reachOfDriver(driver, 'paper')
  const reviews = await listPlatformReviews([paper.id])
  return {
    reviews,
    reach,
    paper: { ...paper, of: driver ? await nameApart(driver.id) : paper.of, number: maySee ? paper.number : null },
    counts,
    readers,
    kind: await getKind(paper.kind),
  }
})

/** Answers one paper and goes on to the next one that waits. */
export const action = saves(
  ({ intent }) => `paper.${intent}`,
  reviewInput,
  async (change, input, { params }: Route.ActionArgs) => {
    if (input.intent === 'accept') await acceptPaper(change, params.id, input)
    else if (input.intent === 'refuse') await refusePaper(change, params.id, input)
    else if (input.intent === 'publish' || input.intent === 'withdraw') {
      await (input.intent === 'publish' ? publishPaper : withdrawPublication)(change, params.id)
      return `/admin/documents/${params.id}?done=${input.intent}`
    } else if (input.intent === 'look-again') {
      await lookAgain(change, params.id)
      return `/admin/documents/${params.id}?done=look-again`
    } else if (input.intent === 'standing' || input.intent === 'standing-back') {
      if (input.intent === 'standing') await notePlatformReview(change, params.id, input)
      else await takeBackPlatformReview(change, params.id, input.review)
      return `/admin/documents/${params.id}?done=${input.intent}`
    } else {
      const paper = await takeBackPaper(change, params.id, input.reason)
      return `${placeOf(paper)}?done=saved`
    }
    const next = await nextWaiting(change.tx)
    return next === null ? `/admin/documents?done=${input.intent}` : `/admin/documents/${next}?done=${input.intent}`
  },
)

/** A picture is shown beside the answer; another file has a link of its own. */
const isPicture = (fileName: string) => /\.(?:jpe?g|png|webp)$/i.test(fileName)

/** The page of the holder's papers. */
function placeOf({ holder, holderId }: Pick<WaitingPaper, 'holder' | 'holderId'>): string {
  if (holder === 'company' || holderId === null) return '/admin/documents/company'
  return holder === 'driver' ? `/admin/drivers/${holderId}/papers` : `/admin/vehicles/${holderId}/papers`
}

/** One paper to review: the file, and the form that says whether it is in order. */
export default function PaperScreen({
  loaderData: { paper, counts, readers, kind, reach, reviews },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const done = (['accept', 'refuse', 'look-again', 'publish', 'withdraw', 'standing', 'standing-back'] as const).find(
    (name) => name === query.get('done'),
  )
  const { id, fileName, kindName, of, state, shownState, reason, sentAt } = paper
  const name = kindName[t.language]
  const mayOpen = useMayFollow(`/admin/documents/${id}/file`)
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
              {t(`page.papers.office.done.${done}`)}{' '}
              {done === 'accept' || done === 'refuse' ? t('page.papers.office.done.next') : null}
            </Done>
          ) : null}
          <SideBySide>
            <Card title={t('page.papers.office.file')}>
              {fileName === null ? <p>{t('page.papers.office.noFile')}</p> : null}
              {fileName !== null && mayOpen ? (
                <Links>
                  <Link to={`/admin/documents/${id}/file`} file>
                    {t('page.papers.open')}
                  </Link>
                </Links>
              ) : null}
              <WrittenFacts kind={kind} paper={paper} />
              {mayOpen && fileName !== null && isPicture(fileName) ? (
                <Link to={`/admin/documents/${id}/file`} file>
                  <Shown src={`/admin/documents/${id}/file`} alt={t('page.papers.open')} />
                </Link>
              ) : null}
              <Links>
                <Link to={placeOf(paper)}>{t('page.papers.office.toHolder', { of })}</Link>
              </Links>
            </Card>
            {state === 'sent' ? (
              <Stack>
                <Card title={t('page.papers.office.acceptTitle')}>
                  <Form>
                    <p>{t('page.papers.office.acceptText')}</p>
                    {counts && isShorter(paper, counts) ? (
                      <Notice tone="warn">
                        <p>
                          {t('page.papers.office.shorter', { day: formatDayShort(counts.expiresOn ?? '', t.language) })}
                        </p>
                      </Notice>
                    ) : null}
                    <input type="hidden" name="seen" value={sentAt ?? ''} />
                    <PaperFields kind={kind} paper={paper} withFile={false} />
                    <Actions>
                      <SubmitButton name="intent" value="accept">
                        {t('page.papers.office.accept')}
                      </SubmitButton>
                    </Actions>
                  </Form>
                </Card>
                <Card title={t('page.papers.office.refuseTitle')}>
                  <Form quiet>
                    <input type="hidden" name="intent" value="refuse" />
                    <input type="hidden" name="seen" value={sentAt ?? ''} />
                    <RecordFields of={paperRefusal} />
                    <ReachNote reach={reach} name={of} driver={paper.holderId ?? ''} />
                    <Actions>
                      <SubmitButton kind="outlined">{t('page.papers.office.refuse')}</SubmitButton>
                    </Actions>
                  </Form>
                </Card>
              </Stack>
            ) : (
              <Stack>
                <Notice tone="info">
                  <p>{t('page.papers.office.answered', { look: t(`page.papers.looks.${shownState}`) })}</p>
                  {reason === '' ? null : <p>{reason}</p>}
                </Notice>
                {paper.holder === 'company' && state === 'accepted' && fileName !== null ? (
                  <Publication readers={readers} />
                ) : null}
                {state === 'accepted' && paper.holder !== 'company' ? <PlatformReviews reviews={reviews} /> : null}
                {state === 'accepted' ? <TakeBack /> : null}
                {state === 'refused' ? <LookAgain /> : null}
              </Stack>
            )}
          </SideBySide>
        </Stack>
      </Page>
    </>
  )
}

/** The facts of a paper that was answered; for one that waits, the form holds them. */
function WrittenFacts({
  kind,
  paper: { state, number, issuedOn, expiresOn },
}: {
  kind: PaperKind
  paper: WaitingPaper
}) {
  const t = useT()
  if (state === 'sent' || state === 'asked') return null
  const facts = [
    [t(`page.papers.fields.${numberOf(kind)}`), number],
    [t('page.papers.fields.issuedOn'), issuedOn && formatDayShort(issuedOn, t.language)],
    [t('page.papers.fields.expiresOn'), expiresOn && formatDayShort(expiresOn, t.language)],
  ] as const
  return (
    <Facts>
      {facts.map(([name, value]) =>
        value ? (
          <Fact key={name} name={name}>
            {value}
          </Fact>
        ) : null,
      )}
    </Facts>
  )
}

/** Whether a paper ends before the one that it would replace. */
function isShorter(paper: WaitingPaper, counts: { expiresOn: string | null }): boolean {
  return paper.expiresOn !== null && counts.expiresOn !== null && paper.expiresOn < counts.expiresOn
}

/** Every driver gets to read a paper of the operator's once it is published; those who have not are named. */
function Publication({ readers }: { readers: Readers | null }) {
  const t = useT()
  return (
    <Card title={t('page.papers.publication.title')}>
      {readers === null ? (
        <p>{t('page.papers.publication.text')}</p>
      ) : (
        <>
          <p>{t('page.papers.publication.read', { count: readers.count, of: readers.of })}</p>
          {readers.unread.length > 0 ? (
            <Disclosure summary={t('page.papers.publication.unread', { count: readers.of - readers.count })}>
              <Bullets>
                {readers.unread.map(({ id, name }) => (
                  <li key={id}>
                    <Link to={`/admin/drivers/${id}`}>{name}</Link>
                  </li>
                ))}
              </Bullets>
            </Disclosure>
          ) : null}
        </>
      )}
      <Form quiet>
        <Actions>
          <SubmitButton kind="outlined" name="intent" value={readers === null ? 'publish' : 'withdraw'}>
            {t(`page.papers.publication.${readers === null ? 'publish' : 'withdraw'}`)}
          </SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

/** The state of the paper on the platforms, and what somebody saw there. */
function PlatformReviews({ reviews }: { reviews: readonly PlatformReview[] }) {
  const t = useT()
  return (
    <Card title={t('page.papers.standing.title')}>
      <Stack>
        <p>{t('page.papers.standing.text')}</p>
        {reviews.map(({ id, provider, state, onDay, words }) => (
          <Form key={id} intent="standing-back" quiet>
            <input type="hidden" name="review" value={id} />
            <p>
              {t(`page.papers.standing.is.${state}`, {
                provider: t(`page.connections.providers.${provider}`),
                day: formatDayShort(onDay, t.language),
              })}{' '}
              {words}
            </p>
            <Actions>
              <SubmitButton kind="text">{t('page.papers.standing.takeBack')}</SubmitButton>
            </Actions>
          </Form>
        ))}
        <Form
          intent="standing"
          of={platformReviewRecord}
          values={{ provider: 'uber', state: 'sent', onDay: '', words: '' }}
        >
          <Actions>
            <SubmitButton kind="outlined">{t('page.papers.standing.save')}</SubmitButton>
          </Actions>
        </Form>
      </Stack>
    </Card>
  )
}

/** Takes back a refusal, so that the paper is answered anew. */
function LookAgain() {
  const t = useT()
  return (
    <Card title={t('page.papers.office.lookAgainTitle')}>
      <Form intent="look-again">
        <p>{t('page.papers.office.lookAgainText')}</p>
        <Actions>
          <SubmitButton kind="outlined">{t('page.papers.office.lookAgain')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

function TakeBack() {
  const t = useT()
  return (
    <Card title={t('page.papers.form.takeBackTitle')}>
      <Form>
        <input type="hidden" name="intent" value="take-back" />
        <p>{t('page.papers.form.takeBackText')}</p>
        <RecordFields of={paperTakingBack} />
        <Actions>
          <SubmitButton kind="outlined">{t('page.papers.form.takeBack')}</SubmitButton>
        </Actions>
      </Form>
    </Card>
  )
}

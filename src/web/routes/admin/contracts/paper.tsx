import { PAPER_TYPES } from '#domain/uploads.ts'
import { useSearchParams } from 'react-router'
import { mayBeSignedOnPaper } from '#domain/contract.ts'
import { Refusal } from '#domain/refusal.ts'
import { acceptSignedPaper, addSignedPaper, declineSignedPaper } from '#features/contracts/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { contractActs, contractPaperAct } from '#features/contracts/schema.ts'
import { type SignedPaper, listSignedPapers } from '#features/contracts/signed-papers/queries.server.ts'
import { secondPersonOf } from '#features/oversight/second-person/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { FileDrop } from '#web/ui/fields.tsx'
import { Form, SubmitButton } from '#web/ui/form.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/paper.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { id, number, driver, state } = await getContract(params.id)
  const papers = await listSignedPapers(id)
  if (!mayBeSignedOnPaper(state) && papers.length === 0) throw new Refusal('contract.moved-on')
  const waiting = papers.find((paper) => paper.state === 'waiting')
  return {
    id,
    number,
    name: driver.name,
    waiting: waiting ?? null,
    before: papers.filter((paper) => paper !== waiting),
    takes: mayBeSignedOnPaper(state) && !waiting,
  }
})

export const action = saves(
  ({ intent }) => `contract.${intent}`,
  contractPaperAct,
  async (change, act, { params }: Route.ActionArgs) => {
    if (act.intent === 'paper') await addSignedPaper(change, params.id, act.files)
    else if (act.intent === 'accept-paper')
      await acceptSignedPaper(change, params.id, act.paper, await secondPersonOf(change))
    else await declineSignedPaper(change, params.id, act.paper, act.reason)
    return act.intent === 'accept-paper'
      ? `/admin/contracts/${params.id}?done=accept-paper`
      : `/admin/contracts/${params.id}/paper?done=${act.intent}`
  },
)

/**
 * A contract that was signed by hand or with the driver's own electronic signature: somebody sends the file, looks at
 * it, and accepts or declines it.
 */
export default function SignedPaperScreen({ loaderData, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { id, number, name, waiting, before, takes } = loaderData
  const done = reply ? null : t.find(`page.contracts.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={t('page.contracts.paper.title')}
        detail={name}
        back={{ to: `/admin/contracts/${id}`, label: t('page.contracts.one', { number }) }}
      />
      <Page width="narrow">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          {waiting ? <Look contract={id} paper={waiting} /> : null}
          {takes ? (
            <Form intent="paper" encType="multipart/form-data">
              <Words>{t('page.contracts.paper.text')}</Words>
              <FileDrop
                name="files[]"
                label={t('page.contracts.paper.files')}
                help={t('page.contracts.paper.filesHelp')}
                accept={`.pdf,${PAPER_TYPES}`}
                required
              />
              <div>
                <SubmitButton>{t('page.contracts.paper.submit')}</SubmitButton>
              </div>
            </Form>
          ) : null}
          {before.length > 0 ? (
            <Section title={t('page.contracts.paper.before')}>
              {before.map((paper) => (
                <Known key={paper.id} contract={id} paper={paper} />
              ))}
            </Section>
          ) : null}
        </Stack>
      </Page>
    </>
  )
}

type Shown = { contract: string; paper: SignedPaper }

function Known({ contract, paper }: Shown) {
  const t = useT()
  const { id, state, hash, signatures, signedBy, own, reason, sentAt, sentBy } = paper
  return (
    <Card title={t(`page.contracts.paper.states.${state}`)}>
      <Links>
        <Link to={`/admin/contracts/${contract}/paper/${id}`} file>
          {t('page.contracts.paper.open')}
        </Link>
      </Links>
      <Facts>
        <Fact name={t('page.contracts.paper.sent')}>
          {[formatInstant(sentAt, t.language), sentBy].filter(Boolean).join(' · ')}
        </Fact>
        {reason ? <Fact name={t('page.contracts.facts.reason')}>{reason}</Fact> : null}
        <Fact name={t('page.contracts.paper.hash')}>
          <code>{hash.replaceAll(/.{16}(?=.)/g, '$&\u200B')}</code>
        </Fact>
      </Facts>
      {own ? (
        <Notice tone={own === 'unproved' || own === 'unseen' ? 'warn' : 'info'}>
          {signatures > 0 ? <p>{t('page.contracts.paper.own', { count: signatures })}</p> : null}
          {signedBy ? <p>{t('page.contracts.paper.ownBy', { name: signedBy })}</p> : null}
          <p>{t(`page.contracts.ownSignature.${own}`)}</p>
          <p>{t('page.contracts.paper.ownText')}</p>
        </Notice>
      ) : null}
    </Card>
  )
}

function Look({ contract, paper }: Shown) {
  const t = useT()
  return (
    <>
      <Known contract={contract} paper={paper} />
      <Form intent="accept-paper">
        <input type="hidden" name="paper" value={paper.id} />
        <Words>{t('page.contracts.paper.acceptText')}</Words>
        <div>
          <SubmitButton>{t('page.contracts.paper.accept')}</SubmitButton>
        </div>
      </Form>
      <Form of={contractActs.declinePaper} intent="decline-paper">
        <input type="hidden" name="paper" value={paper.id} />
        <div>
          <SubmitButton kind="outlined">{t('page.contracts.paper.decline')}</SubmitButton>
        </div>
      </Form>
    </>
  )
}

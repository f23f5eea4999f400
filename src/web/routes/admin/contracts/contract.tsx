import { useSearchParams } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { mayBeName, mayBeSignedOnPaper, mayBecome } from '#domain/contract.ts'
import { maskNifsIn } from '#domain/identifiers.ts'
import type { Reach } from '#domain/reach.ts'
import { endContract, sendContract, takeEndBack, withdrawContract } from '#features/contracts/commands.server.ts'
import { sealContract } from '#features/contracts/signing/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { type WholeContract, contractAct, contractActs } from '#features/contracts/schema.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { askStampAgain } from '#features/contracts/stamps/commands.server.ts'
import { type StampState, findStamp } from '#features/contracts/stamps/queries.server.ts'
import { findOtherTerms } from '#features/contracts/terms/queries.server.ts'
import { templateName } from '#features/contracts/templates/schema.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { translator } from '#messages/translate.ts'
import { submit } from '#web/answer.server.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ContractState, ContractStory, ContractText, SigningFields, datesOf } from '#web/parts/contract-parts.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { type Reply, answered } from '#web/reply.ts'
import { shows } from '#web/screen.server.ts'
import { requireRecentSignIn, requireUser } from '#web/session.server.ts'
import { signingOf } from '#web/signing.server.ts'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/contract.ts'

export const loader = shows(async ({ params, context }: Route.LoaderArgs, { now }) => {
  const contract = await getContract(params.id)
  // A form with a drawing cannot be held for a confirmation, so signers confirm who they are before the page opens.
  if (contract.state === 'signed' && hasPower(requireUser(context), 'operations')) requireRecentSignIn(context)
  return {
    // Only the PDF has the whole number, for readers who may open it.
    contract: { ...contract, body: maskNifsIn(contract.body) },
    phrase: translator(contract.language)('page.contracts.phrase.company'),
    reach: contract.state === 'draft' ? await reachOfDriver(contract.driver, 'contract') : null,
    stamp: await findStamp(contract),
    otherTerms: (await findOtherTerms(contract.id, now))?.isOutrun ?? null,
  }
})

export const action = ({ request, context, params }: Route.ActionArgs) =>
  submit(
    { request, context },
    ({ intent }) => `contract.${intent}`,
    contractAct,
    async (act, change) => {
      if (act.intent === 'send') await sendContract(change, params.id)
      else if (act.intent === 'withdraw') await withdrawContract(change, params.id, act.reason)
      else if (act.intent === 'stamp') await askStampAgain(change, params.id)
      else if (act.intent === 'end') await endContract(change, params.id, act)
      else if (act.intent === 'end-back') await takeEndBack(change, params.id)
      else await sealContract(change, params.id, signingOf({ request, context }, act))
      return sameLanguage(request, `/admin/contracts/${params.id}?done=${act.intent}`)
    },
  )

/** One contract: its state, its next step, and its whole text. */
export default function ContractScreen({
  loaderData: { contract, phrase, otherTerms, reach, stamp },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { number, kind, driver, state, body, language, events, fileHash } = contract
  const done = actionData ? null : t.find(`page.contracts.done.${query.get('done') ?? ''}`)
  return (
    <>
      <PageHead
        title={t('page.contracts.one', { number })}
        detail={driver.name}
        subtitle={t(`page.contracts.kinds.${kind}`)}
        back={{ to: '/admin/contracts', label: t('page.contracts.back') }}
        actions={
          fileHash ? (
            <LinkButton to={`/admin/contracts/${contract.id}/pdf`} kind="primary" file>
              {t(contract.paper ? 'page.contracts.paper.file' : 'page.contracts.file')}
            </LinkButton>
          ) : null
        }
      />
      <Stack>
        {done === null ? null : <Done>{done}</Done>}
        <FormReply reply={answerWithoutForm(actionData, contract)} />
        <SideBySide>
          <Stack>
            <Next contract={contract} phrase={phrase} reach={reach} />
            {otherTerms === null ? null : <OtherTerms contract={contract.id} isOutrun={otherTerms} />}
            <OnPaper contract={contract} />
            <Known contract={contract} stamp={stamp} />
            <Signed contract={contract} />
            <ContractStory events={events} paper={contract.paper} />
          </Stack>
          <Section title={t('page.contracts.text')}>
            <ContractText text={body} language={language} />
          </Section>
        </SideBySide>
        {mayBecome(state, 'withdrawn') ? <Withdraw /> : null}
        {state === 'sealed' && kind !== 'amendment' ? <FollowUps contract={contract} /> : null}
        {state === 'refused' || state === 'withdrawn' ? <Again contract={contract} /> : null}
      </Stack>
    </>
  )
}

/** The answer to a form that this page no longer has: the contract moved on while the form was open in another window. */
function answerWithoutForm(actionData: Reply | object | undefined, contract: WholeContract): Reply | undefined {
  const gone = [
    ...(contract.state === 'draft' ? [] : ['send']),
    ...(contract.state === 'signed' ? [] : ['seal']),
    ...(mayBecome(contract.state, 'withdrawn') ? [] : ['withdraw']),
    ...(mayEnd(contract) ? [] : ['end']),
    ...(contract.endedOn === null ? ['end-back'] : []),
  ]
  return gone.map((intent) => answered(actionData, intent)).find((reply) => reply !== undefined)
}

function mayEnd({ state, kind, endedOn }: WholeContract): boolean {
  return state === 'sealed' && kind !== 'amendment' && endedOn === null
}

type NextProps = { contract: WholeContract; phrase: string; reach: Reach | null }

function Next({ contract: { id, state, driver }, phrase, reach }: NextProps) {
  const t = useT()
  if (state === 'draft')
    return (
      <Card title={t('page.contracts.send.title')}>
        <Words>{t('page.contracts.send.text')}</Words>
        <ReachNote reach={reach} name={driver.name} driver={driver.id} />
        <Form intent="send">
          <div>
            <SubmitButton>{t('page.contracts.send.submit')}</SubmitButton>
          </div>
        </Form>
      </Card>
    )
  if (state === 'sent')
    return (
      <Card title={t('page.contracts.link.title')}>
        <Stack>
          <Words>{t('page.contracts.link.text')}</Words>
          <div>
            <LinkButton to={`/admin/contracts/${id}/link`}>{t('page.contracts.link.open')}</LinkButton>
          </div>
        </Stack>
      </Card>
    )
  if (state !== 'signed') return null
  return (
    <Card title={t('page.contracts.seal.title')}>
      <Form intent="seal" encType="multipart/form-data">
        <Words>{t('page.contracts.seal.text')}</Words>
        <SigningFields whose="company" phrase={phrase} />
        <div>
          <SubmitButton>{t('page.contracts.seal.submit')}</SubmitButton>
        </div>
      </Form>
    </Card>
  )
}

/** Warns that the text has other terms than those in force. */
function OtherTerms({ contract, isOutrun }: { contract: string; isOutrun: boolean }) {
  const t = useT()
  return (
    <Notice
      tone={isOutrun ? 'info' : 'warn'}
      title={t(`page.contractTerms.${isOutrun ? 'outrun' : 'waits'}`)}
      action={<LinkButton to={`/admin/contracts/${contract}/terms`}>{t('page.contractTerms.compare')}</LinkButton>}
    >
      <p>{t(`page.contractTerms.${isOutrun ? 'outrunText' : 'waitsText'}`)}</p>
    </Notice>
  )
}

/** The actions on a contract that was signed elsewhere. */
function OnPaper({ contract: { id, state, paper } }: { contract: WholeContract }) {
  const t = useT()
  if (!mayBeSignedOnPaper(state) && paper === null) return null
  return (
    <Card title={t('page.contracts.paper.title')}>
      <Stack>
        <Words>{t(`page.contracts.paper.${paper ?? 'none'}`)}</Words>
        <div>
          <LinkButton to={`/admin/contracts/${id}/paper`} {...(paper === 'waiting' ? { kind: 'primary' } : {})}>
            {t(paper ? 'page.contracts.paper.look' : 'page.contracts.paper.link')}
          </LinkButton>
        </div>
      </Stack>
    </Card>
  )
}

function Known({ contract, stamp }: { contract: WholeContract; stamp: StampState | null }) {
  const t = useT()
  const { driver, kind, language, version, textHash, reason, state } = contract
  return (
    <Card title={t('page.contracts.facts.title')} aside={<ContractState state={state} paper={contract.paper} />}>
      <Facts>
        <Fact name={t('page.contracts.facts.driver')}>
          <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
        </Fact>
        <Fact name={t('page.contracts.facts.dates')}>{datesOf(contract, t)}</Fact>
        {contract.endedOn ? (
          <Fact name={t('page.contracts.facts.ended')}>
            {[formatDayShort(contract.endedOn, t.language), contract.endedWhy].join(' · ')}
          </Fact>
        ) : null}
        {reason ? <Fact name={t('page.contracts.facts.reason')}>{reason}</Fact> : null}
        {contract.follows ? (
          <Fact name={t(`page.contracts.facts.${contract.follows.relation}`)}>
            <Link to={`/admin/contracts/${contract.follows.id}`}>
              {t('page.contracts.one', { number: contract.follows.number })}
            </Link>
          </Fact>
        ) : null}
        {contract.followedBy.map((next) => (
          <Fact key={next.id} name={t(`page.contracts.facts.${next.relation}By`)}>
            <Link to={`/admin/contracts/${next.id}`}>{t('page.contracts.one', { number: next.number })}</Link>{' '}
            <ContractState state={next.state} />
          </Fact>
        ))}
        <Fact name={t('page.contracts.facts.version')}>
          <Link to={`/admin/contracts/templates/${kind}/${language}?version=${version}`}>
            {t('page.contracts.facts.versionOf', { template: templateName({ kind, language }, t), version })}
          </Link>
        </Fact>
        <Fact name={t('page.contracts.facts.hash')}>
          {/* Breaks at the end of a line: people copy it, nobody reads it. */}
          <code>{textHash.replaceAll(/.{16}(?=.)/g, '$&\u200B')}</code>
        </Fact>
        {stamp ? (
          <Fact name={t('page.contracts.facts.stamp')} isText>
            <StampWords stamp={stamp} contract={contract.id} />
          </Fact>
        ) : null}
        {state === 'sealed' ? (
          <Fact name={t('page.contracts.facts.check')}>
            <Link to={`/verify/${textHash}`}>{t('page.contracts.verify.title')}</Link>
          </Fact>
        ) : null}
      </Facts>
    </Card>
  )
}

/** The state of a third party's time stamp, and its actions. */
function StampWords({ stamp, contract }: { stamp: StampState; contract: string }) {
  const t = useT()
  if (stamp.is === 'there')
    return (
      <>
        {t('page.contracts.verify.stamped', { by: stamp.stamp.by, at: formatInstant(stamp.stamp.at, t.language) })}{' '}
        {stamp.isDetached ? (
          <Link to={`/admin/contracts/${contract}/stamp`} file>
            {t('page.contracts.stamp.file')}
          </Link>
        ) : null}
      </>
    )
  const trouble = 'trouble' in stamp ? stamp.trouble : null
  return (
    <>
      {stamp.is === 'none' ? t('page.contracts.verify.unstamped') : t(`page.contracts.stamp.${stamp.is}`)}{' '}
      {trouble === null ? null : t(`page.contracts.stamp.trouble.${trouble}`)}
      {stamp.mayAsk ? (
        <Form intent="stamp">
          <div>
            <SubmitButton kind="outlined">
              {t(`page.contracts.stamp.${stamp.is === 'none' ? 'ask' : 'askAgain'}`)}
            </SubmitButton>
          </div>
        </Form>
      ) : null}
    </>
  )
}

/** The signers so far, for the company before it signs too. */
function Signed({ contract: { driver, signatures, state } }: { contract: WholeContract }) {
  const t = useT()
  const other = signatures.find(({ whose, name }) => whose === 'driver' && !mayBeName(name, driver.name))
  if (signatures.length === 0) return null
  return (
    <Card title={t('page.contracts.signatures.title')}>
      {other ? (
        <Notice tone="warn">
          {t('page.contracts.signatures.otherName', { signed: other.name, known: driver.name })}
          {state === 'signed' ? ` ${t('page.contracts.signatures.otherNameCheck')}` : ''}
        </Notice>
      ) : null}
      <Facts>
        {signatures.map(({ whose, name, account, code, link, signedAt, pictureHash }) => (
          <Fact key={whose} name={t(`page.contracts.signatures.${whose}`)}>
            <div>{name}</div>
            <Words look="small">
              {[
                formatInstant(signedAt, t.language),
                ...(account ? [account] : []),
                ...(link ? [t('page.contracts.link.title')] : []),
                ...(code ? [t('page.contracts.signatures.code', { to: code.to })] : []),
                t(`page.contracts.signatures.${pictureHash ? 'drawn' : 'typed'}`),
              ].join(' · ')}
            </Words>
          </Fact>
        ))}
      </Facts>
    </Card>
  )
}

function Withdraw() {
  const t = useT()
  return (
    <Section title={t('page.contracts.withdraw.title')}>
      <Form of={contractActs.withdraw} intent="withdraw">
        <div>
          <SubmitButton kind="outlined">{t('page.contracts.withdraw.submit')}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

/** Instead of a contract that was refused or withdrawn: another of its kind, for the same contract if it followed one. */
function Again({ contract: { driver, kind, language, follows } }: Pick<NextProps, 'contract'>) {
  const t = useT()
  const choice = new URLSearchParams({ driver: driver.id, kind, language, ...(follows && { follows: follows.id }) })
  return (
    <Section title={t('page.contracts.goesOn.title')}>
      <Actions>
        <LinkButton to={`/admin/contracts/new?${choice}`}>{t('page.contracts.goesOn.again')}</LinkButton>
      </Actions>
    </Section>
  )
}

/** What can follow a sealed contract: another contract, an amendment, its early end, or taking that end back. */
function FollowUps({ contract }: Pick<NextProps, 'contract'>) {
  const { id, driver, kind, language, endedOn } = contract
  const t = useT()
  const following = (of: string) =>
    `/admin/contracts/new?${new URLSearchParams({ driver: driver.id, kind: of, language, follows: id })}`
  return (
    <Section title={t('page.contracts.goesOn.title')}>
      <Actions>
        <LinkButton to={following(kind)}>{t('page.contracts.goesOn.renew')}</LinkButton>
        <LinkButton to={following('amendment')}>{t('page.contracts.goesOn.amend')}</LinkButton>
      </Actions>
      {mayEnd(contract) ? (
        <Card title={t('page.contracts.end.title')} part>
          <Form of={contractActs.end} intent="end" above={<Words>{t('page.contracts.end.text')}</Words>}>
            <div>
              <SubmitButton kind="outlined">{t('page.contracts.end.submit')}</SubmitButton>
            </div>
          </Form>
        </Card>
      ) : null}
      {endedOn === null ? null : (
        <Card title={t('page.contracts.endBack.title')} part>
          <Form intent="end-back">
            <Words>{t('page.contracts.endBack.text', { day: formatDayShort(endedOn, t.language) })}</Words>
            <div>
              <SubmitButton kind="outlined">{t('page.contracts.endBack.submit')}</SubmitButton>
            </div>
          </Form>
        </Card>
      )}
    </Section>
  )
}

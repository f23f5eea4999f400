import { useSearchParams } from 'react-router'
import { getContract } from '#features/contracts/queries.server.ts'
import { formatDayShort } from '#messages/dates.ts'
import { show } from '#web/answer.server.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { ContractState, ContractStory, ContractText } from '#web/parts/contract-parts.tsx'
import { ownDriver } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Stack } from '#web/ui/card.tsx'
import { Links, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/contract.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(() => getContract(params.contract, ownDriver(context)))

/** A contract of the reader's to read, with a link to sign it. */
export default function OwnContractScreen({ loaderData: contract }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const { id, kind, number, state, reason, body, language, events, fileHash } = contract
  const { endedOn, endedWhy, follows, followedBy } = contract
  const signature = contract.signatures.find(({ whose }) => whose === 'driver')
  const done = t.find(`page.contracts.done.${query.get('done') ?? ''}`)
  const sign = (
    <div>
      <LinkButton to={`/dashboard/contracts/${id}/signature`} kind="primary">
        {t('page.contracts.sign.link')}
      </LinkButton>
    </div>
  )
  return (
    <>
      <PageHead
        title={t(`page.contracts.kinds.${kind}`)}
        detail={t('page.contracts.one', { number })}
        subtitle={<ContractState state={state} paper={contract.paper} own />}
        back={{ to: '/dashboard/contracts', label: t('page.contracts.back') }}
      />
      <Page width="narrow">
        <Stack>
          {done === null ? null : <Done>{done}</Done>}
          {reason ? <Words>{reason}</Words> : null}
          {endedOn ? (
            <Words>
              {t('page.contracts.own.ended', { day: formatDayShort(endedOn, t.language), reason: endedWhy ?? '' })}
            </Words>
          ) : null}
          {follows || followedBy.length > 0 ? (
            <Links>
              {follows ? (
                <Link to={`/dashboard/contracts/${follows.id}`}>
                  {`${t(`page.contracts.facts.${follows.relation}`)}: ${t('page.contracts.one', { number: follows.number })}`}
                </Link>
              ) : null}
              {followedBy.map((next) => (
                <div key={next.id}>
                  <Link to={`/dashboard/contracts/${next.id}`}>
                    {`${t(`page.contracts.facts.${next.relation}By`)}: ${t('page.contracts.one', { number: next.number })}`}
                  </Link>{' '}
                  <ContractState state={next.state} own />
                </div>
              ))}
            </Links>
          ) : null}
          {state === 'sent' ? sign : null}
          {signature ? <Words>{t('page.contracts.own.signedAs', { name: signature.name })}</Words> : null}
          {state === 'sent' || state === 'signed' || state === 'refused' ? (
            <Links>
              <Link to="/dashboard/help/new?topic=papers">
                {t(`page.contracts.own.${state === 'signed' ? 'mistaken' : 'ask'}`)}
              </Link>
            </Links>
          ) : null}
          {fileHash ? (
            <div>
              <LinkButton to={`/dashboard/contracts/${id}/pdf`} kind="primary" file>
                {t(contract.paper ? 'page.contracts.paper.file' : 'page.contracts.own.file')}
              </LinkButton>
            </div>
          ) : null}
          <ContractText text={body} language={language} />
          <ContractStory events={events} paper={contract.paper} />
        </Stack>
      </Page>
    </>
  )
}

import { isOpen } from '#domain/application.ts'
import type { MailResult } from '#domain/reach.ts'
import { Refusal } from '#domain/refusal.ts'
import { approveApplication } from '#features/recruitment/approvals/commands.server.ts'
import { listInvitations } from '#features/connections/acts/queries.server.ts'
import type { Invitation } from '#features/connections/acts/schema.ts'
import { newestMailState, reachOfPerson } from '#features/mail/reach/queries.server.ts'
import { findApproved, findLeaver, getApplication } from '#features/recruitment/queries.server.ts'
import { type ApprovedApplication, approvalInput, approvedFacts } from '#features/recruitment/schema.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink, Link } from '#web/links.tsx'
import { useMayFollow } from '#web/place-power.ts'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { CheckboxField } from '#web/ui/fields.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide, Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/approval.ts'
import { Invitations } from './invitations.tsx'

export const loader = shows(async ({ params }: Route.LoaderArgs, { now }) => {
  const { nif, id, name, email, state, regime, vehicle } = await getApplication(params.id)
  const approved = await findApproved(params.id, now)
  if (!approved && !isOpen(state)) throw new Refusal('application.decided')
  const leaver = approved ? null : await findLeaver({ nif, email })
  const reach = await reachOfPerson({ email }, 'invite')
  const invited = approved ? await newestMailState(approved.driverId, 'invite') : null
  const platforms = approved ? ((await listInvitations([approved.driverId])).get(approved.driverId) ?? []) : []
  const has = { hasNif: nif !== null, hasCar: vehicle !== null }
  return { id, name, email, reach, invited, regime, ...has, leaver, approved, platforms }
})

export const action = saves(
  'application.approve',
  approvalInput,
  async (change, input, { params, context }: Route.ActionArgs) => {
    if (input.terms) requireAdmin(context, 'money')
    await approveApplication(change, params.id, input)
    return `/admin/recruitment/${params.id}/approval`
  },
)

/** Before approval, what one press creates; after it, what was created and what is still to do. */
export default function ApprovalScreen({ loaderData }: Route.ComponentProps) {
  const { id, name, email, reach, invited, regime, leaver, approved, platforms } = loaderData
  const t = useT()
  const mayAgree = useMayFollow('/admin/drivers/new/terms/new')
  const back = `/admin/recruitment/${id}`
  if (approved)
    return <ApprovedApplicationView id={id} name={name} approved={approved} invited={invited} platforms={platforms} />
  return (
    <>
      <PageHead title={t('page.recruitment.approval.title', { name })} back={{ to: back, label: name }} />
      <SideBySide>
        <Stack>
          {leaver ? (
            <Notice tone="info">
              <p>
                {t('page.recruitment.approval.leaver')} <Link to={`/admin/drivers/${leaver.id}`}>{leaver.name}</Link>
              </p>
              {leaver.isSuspended ? <p>{t('page.departures.comeBack.suspended')}</p> : null}
            </Notice>
          ) : null}
          <Words>{t('page.recruitment.approval.text')}</Words>
          <Bullets>
            <li>{t(leaver ? 'page.recruitment.approval.returns' : 'page.recruitment.approval.driver')}</li>
            <li>{t('page.recruitment.approval.invitation', { email })}</li>
            <li>{t('page.recruitment.approval.papers')}</li>
            <li>{t('page.recruitment.approval.contract')}</li>
          </Bullets>
          <ReachNote reach={reach} name={name} />
        </Stack>
        <Form
          of={approvedFacts}
          above={mayAgree ? <Agree regime={regime} /> : null}
          drawn={{ later: <Later {...loaderData} /> }}
        >
          <Actions>
            <SubmitButton>{t('page.recruitment.approval.submit')}</SubmitButton>
            <LinkButton to={back} kind="text">
              {t('common.cancel')}
            </LinkButton>
          </Actions>
        </Form>
      </SideBySide>
    </>
  )
}

type ApprovalData = Route.ComponentProps['loaderData']

/** Agrees the terms that the site offers, with the same press. */
function Agree({ regime }: Pick<ApprovalData, 'regime'>) {
  const t = useT()
  return (
    <CheckboxField
      name="terms"
      label={t('page.recruitment.approval.terms', { regime: t(`page.fleet.regimes.${regime}`) })}
      help={t('page.recruitment.approval.termsHelp')}
    />
  )
}

/** Says whether the facts in the application are enough for the contract. */
function Later({ regime, hasCar, hasNif }: Pick<ApprovalData, 'regime' | 'hasCar' | 'hasNif'>) {
  const t = useT()
  const isEnough = regime === 'slot' && hasCar && hasNif
  return (
    <Words look="small">
      {t(isEnough ? 'page.recruitment.approval.factsHelp' : 'page.recruitment.approval.factsLater')}
    </Words>
  )
}

type ApprovedProps = {
  id: string
  name: string
  approved: ApprovedApplication
  invited: MailResult | null
  platforms: readonly Invitation[]
}

function ApprovedApplicationView({ id, name, approved, invited, platforms }: ApprovedProps) {
  const t = useT()
  const { driverId, choice, papers, hasTerms, contract, isPrepared, open } = approved
  const driver = `/admin/drivers/${driverId}`
  const names = open.map((hole) => t(`page.contracts.placeholders.${hole}`))
  return (
    <>
      <PageHead
        title={t('page.recruitment.approval.made', { name })}
        back={{ to: `/admin/recruitment/${id}`, label: name }}
      />
      <Page width="narrow">
        <Stack>
          <Done>{t('page.recruitment.approval.done')}</Done>
          <Card title={t('page.recruitment.approval.there')}>
            <Facts>
              <Fact name={t('page.recruitment.approval.rows.driver')}>
                <Link to={driver}>{name}</Link>
              </Fact>
              <Fact name={t('page.recruitment.approval.rows.invitation')}>
                <Link to={`${driver}/access`}>{t(`page.recruitment.approval.invited.${invited ?? 'kept'}`)}</Link>
              </Fact>
              <Fact name={t('page.recruitment.approval.rows.papers')}>
                <Link to={`${driver}/papers`}>{t('page.recruitment.approval.counted', papers)}</Link>
              </Fact>
              <Fact name={t('page.recruitment.approval.rows.terms')}>
                <Link to={`${driver}/terms`}>
                  {t(hasTerms ? 'page.recruitment.approval.agreed' : 'page.recruitment.approval.toAgree')}
                </Link>
              </Fact>
              <Fact name={t('page.recruitment.approval.rows.contract')}>
                {contract ? (
                  <Link to={`/admin/contracts/${contract}`}>{t('page.recruitment.approval.drafted')}</Link>
                ) : (
                  <ActLink to={`/admin/contracts/new?${new URLSearchParams(choice)}`}>
                    {t(isPrepared ? 'page.recruitment.approval.toComplete' : 'page.recruitment.approval.toDraft')}
                  </ActLink>
                )}
              </Fact>
            </Facts>
          </Card>
          <Card title={t('page.recruitment.platforms.title')}>
            <Stack>
              <Words look="small">{t('page.platformActs.onDriver.text')}</Words>
              <Invitations driverId={driverId} of={platforms} />
            </Stack>
          </Card>
          {names.length > 0 ? (
            <Words look="small">{t('page.recruitment.approval.open', { names: names.join(', ') })}</Words>
          ) : null}
        </Stack>
      </Page>
    </>
  )
}

import { redirect, useSearchParams } from 'react-router'
import type { z } from 'zod'
import { hasPower } from '#domain/access.ts'
import type { Reach } from '#domain/reach.ts'
import { enableAccount, forceReset, setAccess, withdrawFactors } from '#features/accounts/commands.server.ts'
import { type AccountRow, getAccount } from '#features/accounts/queries.server.ts'
import { accessRecord, accountPageInput } from '#features/accounts/schema.ts'
import type { Actor } from '#features/audit/commands.server.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import { signOutEverywhere } from '#features/sessions/commands.server.ts'
import { reachOfPerson } from '#features/mail/reach/queries.server.ts'
import { listSubscriptions } from '#features/mail/push/queries.server.ts'
import { withdrawPasskeys } from '#features/sessions/passkeys/commands.server.ts'
import { listPasskeys } from '#features/sessions/passkeys/queries.server.ts'
import { listSessions } from '#features/sessions/queries.server.ts'
import { refuseIfChanged } from '#forms/merge.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { FoldedPart } from '#web/parts/folded-part.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { Moment } from '#web/parts/moment.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { SessionsTable } from '#web/parts/sessions-table.tsx'
import { Story } from '#web/parts/story.tsx'
import { answered } from '#web/reply.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Card, Fact, Facts, Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { SideBySide } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/user.ts'
import { FirstActs, SecurityActs } from './account-acts.tsx'
import { scopeWords } from './scope-words.ts'
import { ScopesField } from './scopes-field.tsx'

export const loader = ({ params: { uid }, context }: Route.LoaderArgs) =>
  show(async () => {
    const reader = requireAdmin(context)
    const { now } = context.get(requestContext)
    const account = await getAccount(uid)
    const [sessions, passkeys, devices, events, reach] = await Promise.all([
      listSessions(uid, now),
      listPasskeys(uid),
      listSubscriptions(uid, null),
      listEvents(`user:${uid}`),
      reachOfPerson({ email: account.email }, 'account-changed'),
    ])
    const mayView = hasPower(reader, 'operations') && account.driver !== null
    return {
      account,
      sessions,
      passkeys,
      devices,
      events,
      reach,
      mayChange: hasPower(reader, 'house'),
      isOwn: reader.uid === uid,
      mayView,
    }
  })

export const action = ({ request, params: { uid }, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, accountPageInput, async (act) => {
      if (act.intent === 'access') {
        const { pathname } = new URL(request.url)
        refuseIfChanged(accessRecord, act.opened, await getAccount(uid), languageOf(pathname))
      }
      const link = await carryOutAct(act, uid, actorOf(context), context.get(requestContext).now)
      if (link !== null) return { link: `${siteAddress()}${link}` }
      return redirect(`${sameLanguage(request, `/admin/users/${uid}`)}?done=${act.intent}`, 303)
    })
  })

/** Carries out one of the page's forms; answers the link of a forced reset, to be shown this once. */
async function carryOutAct(
  act: z.output<typeof accountPageInput>,
  uid: string,
  actor: Actor,
  now: Temporal.Instant,
): Promise<string | null> {
  if (act.intent === 'reset') return forceReset(uid, actor, now)
  if (act.intent === 'access') await setAccess(uid, act, actor, now)
  else if (act.intent === 'enable') await enableAccount(uid, actor, now)
  else if (act.intent === 'end-sessions') await signOutEverywhere(uid, actor, now)
  else if (act.intent === 'withdraw-passkeys') await withdrawPasskeys(uid, actor, now)
  else await withdrawFactors(uid, actor, now)
  return null
}

export default function UserScreen({ loaderData, actionData }: Route.ComponentProps) {
  const { account, sessions, passkeys, devices, events, reach, mayChange, isOwn, mayView } = loaderData
  const t = useT()
  const [query] = useSearchParams()
  const link = actionData !== undefined && 'link' in actionData ? actionData.link : null
  const reply = actionData !== undefined && 'link' in actionData ? undefined : actionData
  const done = actionData === undefined ? t.find(`page.users.done.${query.get('done') ?? ''}`) : null
  return (
    <>
      <PageHead
        title={account.name ?? account.email}
        subtitle={<p>{account.email}</p>}
        back={{ to: '/admin/users', label: t('page.users.title') }}
      />
      <Stack>
        {done ? (
          <Done>
            <p>{done}</p>
          </Done>
        ) : null}
        <FormReply reply={answered(reply, 'access') ? undefined : reply} />
        {link ? (
          <LinkOnce title={t('page.users.account.resetReady')} link={link} words={t('page.account.access.once')} />
        ) : null}
        <SideBySide>
          <Stack>
            <AccountFacts
              account={account}
              passkeys={passkeys.map(({ name }) => name)}
              devices={devices.map(({ device }) => device)}
            />
            {isOwn ? (
              <Notice tone="info">
                <p>{t('page.users.account.isOwn')}</p>
                <p>
                  <LinkButton to="/admin/profile">{t('page.users.own')}</LinkButton>
                </p>
              </Notice>
            ) : null}
            {mayChange ? null : <p>{t('page.users.account.onlyOwners')}</p>}
          </Stack>
          <Stack>
            <FirstActs account={account} mayChange={mayChange && !isOwn} mayView={mayView} />
            <Card flush>
              {mayChange && !isOwn ? (
                <>
                  <AccessForm account={account} reach={reach} />
                  <SecurityActs account={account} hasPasskeys={passkeys.length > 0} reach={reach} />
                </>
              ) : null}
              <FoldedPart title={t('page.users.account.sessions')} summary={String(sessions.length)}>
                <SessionsTable sessions={sessions} />
              </FoldedPart>
              <FoldedPart title={t('page.users.account.history')} summary={String(events.length)}>
                <Story events={events} of={null} />
              </FoldedPart>
            </Card>
          </Stack>
        </SideBySide>
      </Stack>
    </>
  )
}

function AccountFacts({
  account,
  passkeys,
  devices,
}: {
  account: AccountRow
  passkeys: readonly string[]
  devices: readonly string[]
}) {
  const t = useT()
  const { role, scopes, disabled, hasFactor, lastSignInAt, driver } = account
  return (
    <Section title={t('page.users.account.facts')}>
      <Facts>
        <Fact name={t('page.users.columns.state')}>
          <State tone={disabled ? 'bad' : 'ok'}>{t(disabled ? 'page.users.closed' : 'page.users.open')}</State>
        </Fact>
        <Fact name={t('page.users.columns.lastSignIn')}>
          {lastSignInAt ? <Moment at={lastSignInAt} /> : t('page.users.never')}
        </Fact>
        <Fact name={t('page.users.columns.role')}>
          {t(`common.role.${role}`)}
          {role === 'admin' ? ` · ${scopeWords(t, scopes)}` : null}
        </Fact>
        <Fact name={t('page.users.columns.factor')}>
          {t(`page.users.factor.${hasFactor === null ? 'unknown' : hasFactor ? 'on' : 'off'}`)}
        </Fact>
        {passkeys.length > 0 ? <Fact name={t('page.users.account.passkeys')}>{passkeys.join(', ')}</Fact> : null}
        {devices.length > 0 ? <Fact name={t('page.push.devices')}>{devices.join(', ')}</Fact> : null}
        {driver ? (
          <Fact name={t('page.users.account.driver')}>
            <Link to={`/admin/drivers/${driver.id}`}>{driver.name}</Link>
          </Fact>
        ) : null}
      </Facts>
    </Section>
  )
}

function AccessForm({ account, reach }: { account: AccountRow; reach: Reach }) {
  const t = useT()
  return (
    <FoldedPart title={t('page.users.account.access')} intents={['access']}>
      <Form
        of={accessRecord}
        intent="access"
        values={account}
        version={null}
        drawn={{ scopes: <ScopesField chosen={account.scopes} /> }}
      >
        <ReachNote reach={reach} name={account.name ?? account.email} />
        <Actions>
          <SubmitButton>{t('page.users.account.save')}</SubmitButton>
        </Actions>
      </Form>
    </FoldedPart>
  )
}

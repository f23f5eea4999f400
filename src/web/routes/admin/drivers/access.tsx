import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { inviteDriver } from '#features/accounts/invitations/commands.server.ts'
import { findDriverAccount, findOpenInvitation } from '#features/accounts/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listSpoken } from '#features/mail/notice-tellings/queries.server.ts'
import type { SpokenNotice } from '#features/mail/notice-tellings/schema.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { findInvitationText } from '#features/statements/tellings/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { HandOver } from '#web/parts/hand-over.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import type { Reply } from '#web/reply.ts'
import { shows } from '#web/screen.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { pathOnThisSite } from '#web/same-origin.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { State } from '#web/ui/state.tsx'
import type { Route } from './+types/access.ts'

export const loader = shows(async ({ request, params }: Route.LoaderArgs, { now }) => {
  const { id, email, name } = await getDriver(params.id)
  // The form is sent to this same address, so that `next` stays in it.
  const next = pathOnThisSite(new URL(request.url).searchParams.get('next'))
  return {
    id,
    email,
    name,
    next,
    hasMail: await isMailServerSet(),
    account: await findDriverAccount(id),
    invitation: await findOpenInvitation(id, now),
    notices: await listSpoken(id, NOTICES_SHOWN),
  }
})

/** Newest notices shown, which can be passed on by hand. */
const NOTICES_SHOWN = 5

/** The result of the form: a link to hand over with words around it, or `null`, if only the account's holder gets the link. */
type Made = { link: string; text: string; address: string | null } | { link: null }

/**
 * Makes the link. For an account that does not exist yet the page shows it this once. Without an idempotency key: the answer to a key is
 * stored, and a link that opens an account must not be. Pressing twice makes a second link that voids the first.
 */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, z.object({}), async () => {
      const { now } = context.get(requestContext)
      let path: string | null = null
      await carryOut({ actor: actorOf(context), action: 'driver.invite', now }, async (change) => {
        path = await inviteDriver(change, params.id)
        return null
      })
      if (path === null) return { link: null } satisfies Made
      const link = `${siteAddress()}${path}`
      return { link, ...(await findInvitationText(params.id, link)) } satisfies Made
    })
  })

/** Whether the driver can sign in, and the link that lets them. */
export default function AccessScreen({
  loaderData: { id, email, name, next, hasMail, account, invitation, notices },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const made = isMade(actionData) ? actionData : null
  const known = account?.email ?? email
  return (
    <>
      <Section title={t('page.account.access.title')}>
        <Stack>
          <FormReply reply={isMade(actionData) ? undefined : actionData} />
          {account ? (
            <p>
              {account.lastSignInAt
                ? t('page.account.access.lastSignIn', {
                    email: account.email,
                    at: formatInstant(account.lastSignInAt, t.language),
                  })
                : t('page.account.access.neverSignedIn', { email: account.email })}
            </p>
          ) : (
            <p>{t('page.account.access.none', { name })}</p>
          )}
          {invitation && !made ? (
            <p>
              {t(`page.account.access.${invitation.email === null ? 'invited' : 'invitedTo'}`, {
                email: invitation.email ?? '',
                at: formatInstant(invitation.at, t.language),
                until: formatInstant(invitation.until, t.language),
              })}{' '}
              <LinkButton to={`/admin/drivers/${id}/access/invitation`} kind="text">
                {t('page.account.access.revoke.link')}
              </LinkButton>
            </p>
          ) : null}
          {made?.link ? (
            <>
              <LinkOnce title={t('page.account.access.ready')} link={made.link} words={t('page.account.access.once')} />
              <HandOver id={id} name={name} text={made.text} address={made.address} />
            </>
          ) : null}
          {made?.link === null ? <OnlyMailed email={account?.email ?? email ?? ''} hasMail={hasMail} /> : null}
          {next ? (
            <p>
              <LinkButton to={next} kind="outlined">
                {t('page.account.access.back')}
              </LinkButton>
            </p>
          ) : null}
          {account?.isClosed ? (
            <Closed account={account} />
          ) : (
            <Form quiet>
              <p>
                {known === null ? t('page.account.access.helpNew') : t('page.account.access.help', { email: known })}
              </p>
              <Actions>
                <SubmitButton>
                  {t(account || invitation ? 'page.account.access.again' : 'page.account.access.make')}
                </SubmitButton>
              </Actions>
            </Form>
          )}
        </Stack>
      </Section>
      <LastNotices notices={notices} />
    </>
  )
}

/** The newest notices to the driver: whether each was read, and a way to pass it on by WhatsApp. */
function LastNotices({ notices }: { notices: readonly SpokenNotice[] }) {
  const t = useT()
  if (notices.length === 0) return null
  return (
    <Section title={t('page.notices.messages.ofDriver')}>
      <Items label={t('page.notices.messages.ofDriver')}>
        {notices.map(({ id, event, at, readAt, sentByHand }) => (
          <Item
            key={id}
            title={t.find(`page.notices.events.${event}`) ?? event}
            aside={
              <State tone={readAt || sentByHand ? 'ok' : 'info'}>
                {t(`page.notices.messages.states.${readAt ? 'read' : sentByHand ? 'told' : 'unread'}`)}
              </State>
            }
            acts={
              <LinkButton to={`/admin/mail/told/${id}`} kind="text">
                {t('page.notices.messages.tell')}
              </LinkButton>
            }
          >
            <small>{formatInstant(at, t.language)}</small>
          </Item>
        ))}
      </Items>
    </Section>
  )
}

/** Nobody signs in with a closed account, and no link opens it again. */
function Closed({ account: { uid, email } }: { account: { uid: string; email: string } }) {
  const t = useT()
  return (
    <Notice
      tone="warn"
      action={<LinkButton to={`/admin/users/${uid}`}>{t('page.account.access.openAccount')}</LinkButton>}
    >
      {t('page.account.access.closed', { email })}
    </Notice>
  )
}

/** The account exists: only its holder gets the link. */
function OnlyMailed({ email, hasMail }: { email: string; hasMail: boolean }) {
  const t = useT()
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an output may not hold paragraphs
    <div role="status">
      {hasMail ? (
        <Notice tone="ok" title={t('page.account.access.mailed', { email })}>
          <p>{t('page.account.access.mailedText')}</p>
        </Notice>
      ) : (
        <Notice
          tone="warn"
          title={t('page.account.access.waits')}
          action={<LinkButton to="/admin/mail">{t('page.account.access.outbox')}</LinkButton>}
        >
          <p>{t('page.account.access.waitsText', { email })}</p>
        </Notice>
      )}
    </div>
  )
}

function isMade(answered: Reply | Made | undefined): answered is Made {
  return answered !== undefined && 'link' in answered
}

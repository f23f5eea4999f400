import { listAccounts } from '#features/accounts/queries.server.ts'
import { inviteAdmin } from '#features/accounts/invitations/commands.server.ts'
import { invitedInput, invitedRecord } from '#features/accounts/schema.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { LANGUAGES } from '#messages/language.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { withWayBack } from '#web/parts/way-back.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Item, Items } from '#web/ui/items.tsx'
import { SideBySide, Links } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/invite.ts'
import { scopeWords } from './scope-words.ts'
import { ScopesField } from './scopes-field.tsx'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'house')
    const accounts = await listAccounts()
    return {
      hasMail: await isMailServerSet(),
      office: accounts
        .filter(({ role }) => role === 'admin')
        // Whoever has left is opened again, not invited: their account is there still.
        .map(({ uid, name, email, scopes, disabled }) => ({ uid, name: name ?? email, scopes, isClosed: disabled })),
    }
  })

/** Without an idempotency key: the answer to a key is stored, and a link that opens an account must not be. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, invitedInput, async (input) => {
      let link = ''
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'account.invite-admin', now }, async (change) => {
        link = await inviteAdmin(change, input)
        return null
      })
      return { link: `${siteAddress()}${link}`, email: input.email }
    })
  })

export default function InviteAdminScreen({ loaderData: { office, hasMail }, actionData }: Route.ComponentProps) {
  const t = useT()
  const invited = actionData !== undefined && 'link' in actionData ? actionData : null
  return (
    <>
      <PageHead
        title={t('page.users.invite.title')}
        subtitle={<p>{t('page.users.invite.text')}</p>}
        back={{ to: '/admin/users', label: t('page.users.title') }}
      />
      <Stack>
        {invited ? (
          <LinkOnce
            title={t('page.users.invite.sent', { email: invited.email })}
            link={invited.link}
            words={`${t(hasMail ? 'page.users.invite.mailed' : 'page.users.invite.notMailed', { email: invited.email })} ${t('page.users.invite.once')}`}
          />
        ) : (
          <SideBySide>
            <Form
              of={invitedRecord}
              above={hasMail ? null : <NoMail />}
              offered={{ language: LANGUAGES.map(({ code, nativeName }) => ({ value: code, label: nativeName })) }}
              drawn={{ scopes: <ScopesField chosen={[]} /> }}
            >
              <Actions>
                <SubmitButton>{t('page.users.invite.send')}</SubmitButton>
              </Actions>
            </Form>
            <Section title={t('page.users.invite.already')}>
              <Items>
                {office.map(({ uid, name, scopes, isClosed }) => (
                  <Item key={uid} title={name} to={`/admin/users/${uid}`}>
                    {isClosed ? t('page.users.invite.closed') : scopeWords(t, scopes)}
                  </Item>
                ))}
              </Items>
            </Section>
          </SideBySide>
        )}
        <Links>
          <Link to="/admin/drivers">{t('page.users.invite.drivers')}</Link>
        </Links>
      </Stack>
    </>
  )
}

function NoMail() {
  const t = useT()
  return (
    <Notice
      tone="warn"
      action={
        <LinkButton to={withWayBack('/admin/mail/server', '/admin/users/invite')}>{t('page.reach.server')}</LinkButton>
      }
    >
      {t('page.users.invite.noMail')}
    </Notice>
  )
}

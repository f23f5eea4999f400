import { redirect, useSearchParams } from 'react-router'
import { z } from 'zod'
import { inviteAllDrivers } from '#features/accounts/commands.server.ts'
import { listUninvited } from '#features/accounts/queries.server.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { isMailServerSet } from '#features/mail/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { pageTitle } from '#web/seo.tsx'
import { requireAdmin } from '#web/session.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, KeyField, SubmitButton } from '#web/ui/form.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/invitations.ts'

export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const all = await listUninvited(context.get(requestContext).now)
    return {
      asked: all.filter(({ email }) => email !== null),
      mute: all.filter(({ email }) => email === null),
      hasMail: isMailServerSet(),
      formKey: crypto.randomUUID(),
    }
  })

export const meta: Route.MetaFunction = ({ location }) =>
  pageTitle(speak(languageOf(location.pathname))('page.account.inviteAll.title'))

/** Everybody at once: each link goes to its driver alone, and is shown to nobody here. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, z.object({}), async (_, { form }) => {
      const { now } = context.get(requestContext)
      const about = { actor: actorOf(context), action: 'driver.invite-all', now, key: keyOf(form) }
      const target = await carryOut({ ...about, request: [] }, async (deed) => {
        const { invited, skipped } = await inviteAllDrivers(deed)
        return sameLanguage(request, `/admin/drivers/invitations?invited=${invited}&skipped=${skipped}`)
      })
      return redirect(target, 303)
    })
  })

/** Who cannot sign in yet, and one press that invites them all. */
export default function InvitationsScreen({
  loaderData: { asked, mute, hasMail, formKey },
  actionData: reply,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const [invited, skipped] = [Number(query.get('invited') ?? 0), Number(query.get('skipped') ?? 0)]
  return (
    <>
      <PageHead
        title={t('page.account.inviteAll.title')}
        subtitle={t('page.account.inviteAll.text')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Stack>
        {invited > 0 ? <Done>{t('page.account.inviteAll.done', { count: invited })}</Done> : null}
        {skipped > 0 ? <Notice tone="warn">{t('page.account.inviteAll.skipped', { count: skipped })}</Notice> : null}
        {hasMail ? null : (
          <Notice tone="warn" action={<LinkButton to="/admin/mail">{t('page.account.inviteAll.outbox')}</LinkButton>}>
            {t('page.account.inviteAll.noMail')}
          </Notice>
        )}
        {asked.length > 0 ? (
          <Section title={t('page.account.inviteAll.who', { count: asked.length })}>
            <Form>
              <FormReply reply={reply} />
              <KeyField value={formKey} />
              <ul>
                {asked.map(({ id, name, email }) => (
                  <li key={id}>
                    {name}, {email}
                  </li>
                ))}
              </ul>
              <Actions>
                <SubmitButton>{t('page.account.inviteAll.submit', { count: asked.length })}</SubmitButton>
              </Actions>
            </Form>
          </Section>
        ) : (
          <Notice>{t('page.account.inviteAll.nobody')}</Notice>
        )}
        {mute.length > 0 ? (
          <Section title={t('page.account.inviteAll.mute', { count: mute.length })}>
            <p>{t('page.account.inviteAll.muteText')}</p>
            <Actions>
              <LinkButton to="/admin/drivers/list?invitations">{t('page.account.inviteAll.fromSheet')}</LinkButton>
            </Actions>
            <ul>
              {mute.map(({ id, name }) => (
                <li key={id}>
                  <Link to={`/admin/drivers/${id}`}>{name}</Link>
                </li>
              ))}
            </ul>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { inviteDriver } from '#features/accounts/commands.server.ts'
import { findDriverAccount } from '#features/accounts/queries.server.ts'
import { getDriver } from '#features/drivers/queries.server.ts'
import { formatInstant } from '#messages/dates.ts'
import { actorOf, answer, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import type { Reply } from '#web/reply.ts'
import { publicAddress } from '#web/site-address.server.ts'
import { requireAdmin } from '#web/session.server.ts'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, FormReply, SubmitButton } from '#web/ui/form.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/access.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { id, email, name } = await getDriver(params.id)
    return { id, email, name, account: await findDriverAccount(id) }
  })

/**
 * Makes the link and shows it this once. It goes without an idempotency key: the answer to a key is kept, and a link that
 * opens an account must not be; pressing twice makes a second link that voids the first.
 */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireAdmin(context, 'operations')
    return answer(request, z.object({}), async () => {
      const { now } = context.get(requestContext)
      let link = ''
      await carryOut({ actor: actorOf(context), action: 'driver.invite', now }, async (deed) => {
        link = await inviteDriver(deed, params.id)
        return null
      })
      return { link: `${publicAddress(request)}${link}` }
    })
  })

/** Whether the driver can sign in, and the link that lets them. */
export default function AccessScreen({ loaderData: { id, email, name, account }, actionData }: Route.ComponentProps) {
  const t = useT()
  const link = isLink(actionData) ? actionData.link : null
  return (
    <Section title={t('page.account.access.title')}>
      <Stack>
        <FormReply reply={isLink(actionData) ? undefined : actionData} />
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
        {link ? (
          <LinkOnce title={t('page.account.access.ready')} link={link} words={t('page.account.access.once')} />
        ) : null}
        {email ? (
          <Form>
            <p>{t('page.account.access.help', { email })}</p>
            <Actions>
              <SubmitButton>{t(account ? 'page.account.access.again' : 'page.account.access.make')}</SubmitButton>
            </Actions>
          </Form>
        ) : (
          <Notice tone="warn">
            <p>{t('page.account.access.noEmail')}</p>
            <Link to={`/admin/drivers/${id}`}>{t('page.account.access.toRecord')}</Link>
          </Notice>
        )}
      </Stack>
    </Section>
  )
}

function isLink(answered: Reply | { link: string } | undefined): answered is { link: string } {
  return answered !== undefined && 'link' in answered
}

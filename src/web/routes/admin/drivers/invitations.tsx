import { type DriverName, namesApart } from '#domain/driver.ts'
import { countReach } from '#domain/reach.ts'
import { readNumber } from '#domain/record-id.ts'
import { redirect, useSearchParams } from 'react-router'
import { z } from 'zod'
import { inviteAllDrivers, inviteByLinks } from '#features/accounts/invitations/commands.server.ts'
import { listUninvited } from '#features/accounts/queries.server.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { reachOfDrivers } from '#features/mail/reach/queries.server.ts'
import { findInvitationText } from '#features/statements/tellings/queries.server.ts'
import { actorOf, answer, keyOf, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { HandOver } from '#web/parts/hand-over.tsx'
import { LeftOutNote, leftOutOf, withLeftOut } from '#web/parts/left-out.tsx'
import { ReachNoteOfMany } from '#web/parts/reach-note.tsx'
import type { Reply } from '#web/reply.ts'
import { shows } from '#web/screen.server.ts'
import { siteAddress } from '#web/site-address.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Section, Stack } from '#web/ui/card.tsx'
import { Actions, Form, SubmitButton } from '#web/ui/form.tsx'
import { Links } from '#web/ui/layout.tsx'
import { Done, Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/invitations.ts'

export const loader = shows(async ({ request }: Route.LoaderArgs, { now }) => {
  const uninvited = namesApart(await listUninvited(now))
  const hasMail = await isMailServerSet()
  const isReached = ({ email }: { email: string | null }) => hasMail && email !== null
  const leftOut = leftOutOf(request, uninvited)
  const reached = uninvited.filter(isReached)
  const reach = await reachOfDrivers(
    reached.map(({ id }) => id),
    'invite',
  )
  return {
    reached,
    reach: countReach(reach.values()),
    unreached: uninvited.filter((driver) => !isReached(driver)),
    hasMail,
    leftOut,
  }
})

/** The result of the form: links to hand over, shown this once, and drivers who were left out because their e-mail is another account's. */
type MadeLinks = { made: { id: string; name: string; text: string; address: string | null }[]; left: string[] }

const invitationsInput = z.object({ intent: z.enum(['mail', 'links'], 'field.choice').default('mail') })

/**
 * Invites everybody at once. By mail, each link goes to its driver alone and nobody sees it here. Drivers without e-mail get
 * links to hand over, without an idempotency key, like a single link (`access.tsx`).
 */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    return answer(request, invitationsInput, async ({ intent }, { form }) => {
      const { now } = context.get(requestContext)
      const about = { actor: actorOf(context), action: 'driver.invite-all', now }
      if (intent === 'links') return makeLinks(about)
      const target = await carryOut({ ...about, key: keyOf(form), request: [] }, async (change) => {
        const { invited, skipped } = await inviteAllDrivers(change)
        return sameLanguage(request, withLeftOut(`/admin/drivers/invitations?invited=${invited}`, skipped))
      })
      return redirect(target, 303)
    })
  })

async function makeLinks(about: Parameters<typeof carryOut>[0]): Promise<MadeLinks> {
  let inviting: Awaited<ReturnType<typeof inviteByLinks>> = { links: [], skipped: [] }
  await carryOut(about, async (change) => {
    inviting = await inviteByLinks(change)
    return null
  })
  const made: (MadeLinks['made'][number] & DriverName)[] = []
  for (const { driverId, path } of inviting.links) {
    made.push({ id: driverId, ...(await findInvitationText(driverId, `${siteAddress()}${path}`)) })
  }
  return {
    made: namesApart(made).map(({ id, name, text, address }) => ({ id, name, text, address })),
    left: inviting.skipped,
  }
}

/** The drivers who cannot sign in yet, and one press that invites them all. */
export default function InvitationsScreen({
  loaderData: { reached, reach, unreached, hasMail, leftOut },
  actionData,
}: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const made = isMade(actionData) ? actionData.made : []
  const invited = readNumber(query.get('invited'))
  const left = isMade(actionData) ? new Set(actionData.left) : null
  const leftNow = [...reached, ...unreached].filter(({ id }) => left?.has(id)).map(({ name }) => name)
  return (
    <>
      <PageHead
        title={t('page.account.inviteAll.title')}
        subtitle={t('page.account.inviteAll.text')}
        back={{ to: '/admin/drivers', label: t('page.fleet.drivers.title') }}
      />
      <Stack>
        {invited > 0 ? <Done>{t('page.account.inviteAll.done', { count: invited })}</Done> : null}
        <LeftOutNote of={left ? { names: leftNow, more: 0 } : leftOut} why={t('page.account.inviteAll.skipped')} />
        {made.length > 0 ? (
          <Section title={t('page.account.inviteAll.made', { count: made.length })}>
            <p>{t('page.account.inviteAll.once', { count: made.length })}</p>
            <Stack>
              {made.map((invitation) => (
                <article key={invitation.id} aria-labelledby={`made-${invitation.id}`}>
                  <h3 id={`made-${invitation.id}`}>{invitation.name}</h3>
                  <HandOver {...invitation} />
                </article>
              ))}
            </Stack>
          </Section>
        ) : null}
        {hasMail || unreached.length === 0 ? null : (
          <Notice tone="info" action={<LinkButton to="/admin/mail">{t('page.account.inviteAll.outbox')}</LinkButton>}>
            {t('page.account.inviteAll.noMail')}
          </Notice>
        )}
        {reached.length > 0 ? (
          <Section title={t('page.account.inviteAll.who', { count: reached.length })}>
            <Form intent="mail">
              <ul>
                {reached.map(({ id, name, email }) => (
                  <li key={id}>
                    {name}, {email}
                  </li>
                ))}
              </ul>
              <ReachNoteOfMany counts={reach} />
              <Actions>
                <SubmitButton>{t('page.account.inviteAll.submit', { count: reached.length })}</SubmitButton>
              </Actions>
            </Form>
          </Section>
        ) : null}
        {reached.length + unreached.length + made.length === 0 ? (
          <Notice>{t('page.account.inviteAll.nobody')}</Notice>
        ) : null}
        {unreached.length > 0 ? (
          <Section title={t(`page.account.inviteAll.${hasMail ? 'mute' : 'who'}`, { count: unreached.length })}>
            <Stack>
              <p>{t(`page.account.inviteAll.${hasMail ? 'muteText' : 'linksText'}`)}</p>
              <Form intent="links">
                <Actions>
                  <SubmitButton>{t('page.account.inviteAll.links', { count: unreached.length })}</SubmitButton>
                  {hasMail ? (
                    <LinkButton to="/admin/drivers/list?invitations" kind="text">
                      {t('page.account.inviteAll.fromSheet')}
                    </LinkButton>
                  ) : null}
                </Actions>
              </Form>
              <Links>
                {unreached.map(({ id, name }) => (
                  <Link key={id} to={`/admin/drivers/${id}`}>
                    {name}
                  </Link>
                ))}
              </Links>
            </Stack>
          </Section>
        ) : null}
      </Stack>
    </>
  )
}

function isMade(answered: Reply | MadeLinks | undefined): answered is MadeLinks {
  return answered !== undefined && 'made' in answered
}

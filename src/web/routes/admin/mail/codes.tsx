import { z } from 'zod'
import { carryOut } from '#features/audit/commands.server.ts'
import { openCodes } from '#features/mail/commands.server.ts'
import { getMail } from '#features/mail/queries.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { useT } from '#web/i18n.tsx'
import { LinkOnce } from '#web/parts/link-once.tsx'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/codes.ts'
import { readNumber } from '#domain/record-id.ts'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'house')
    const { recipient, canOpen } = await getMail(readNumber(params.id))
    return { recipient, canOpen }
  })

/** Without an idempotency key: the answer to a key is stored, and a link that opens an account must not be. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, z.object({}), async () => {
      let links: string[] = []
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'mail.open-codes', now }, async (change) => {
        links = await openCodes(change, readNumber(params.id))
        return null
      })
      return { links }
    })
  })

/** Shows the link of a message that no mail server delivers, so that the administrator of the installation can hand it over. */
export default function MailCodesScreen({ loaderData: { recipient, canOpen }, actionData }: Route.ComponentProps) {
  const t = useT()
  const links = actionData !== undefined && 'links' in actionData ? actionData.links : []
  return (
    <SmallAct
      record={recipient}
      from={t('page.mail.outbox.back')}
      facts={{}}
      question={t('page.mail.outbox.codes.title', { recipient })}
      effect={t('page.mail.outbox.codes.text')}
      buttonWords={t('page.mail.outbox.codes.show')}
      kind="primary"
      barred={
        canOpen && links.length === 0 ? null : links.map((link) => <Ready key={link} link={link} of={recipient} />)
      }
    />
  )
}

function Ready({ link, of }: { link: string; of: string }) {
  const t = useT()
  return (
    <LinkOnce
      title={t('page.mail.outbox.codes.ready', { recipient: of })}
      link={link}
      words={t('page.mail.outbox.codes.once')}
    />
  )
}

import { href, redirect } from 'react-router'
import { disableAccount } from '#features/accounts/commands.server.ts'
import { getAccount } from '#features/accounts/queries.server.ts'
import { closingInput } from '#features/accounts/schema.ts'
import { reachOfPerson } from '#features/mail/reach/queries.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage, useT } from '#web/i18n.tsx'
import { ReachNote } from '#web/parts/reach-note.tsx'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/closing.ts'

export const loader = ({ params: { uid }, request, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, email, driver, disabled } = await getAccount(uid)
    if (disabled) throw redirect(sameLanguage(request, href('/admin/users/:uid', { uid })), 303)
    const reach = await reachOfPerson({ email }, 'account-disabled')
    return { name: name ?? email, email, driver: driver?.name ?? null, reach }
  })

export const action = ({ request, params: { uid }, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    requireRecentSignIn(context)
    return answer(request, closingInput, async () => {
      await disableAccount(uid, actorOf(context), context.get(requestContext).now)
      return redirect(`${sameLanguage(request, href('/admin/users/:uid', { uid }))}?done=disable`, 303)
    })
  })

/** Asks the office before it closes somebody's account. */
export default function ClosingScreen({ loaderData: { name, email, driver, reach } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      record={name}
      from={t('common.back')}
      facts={{ email, driver }}
      question={t('page.users.account.closing.title', { name })}
      effect={[
        t('page.users.account.closing.text', { email }),
        ...(driver === null ? [] : [t('page.users.account.closing.driver', { driver })]),
      ].join(' ')}
      buttonWords={t('page.users.account.disable')}
      unchanged={t('page.users.account.closing.kept')}
    >
      <ReachNote reach={reach} name={name} />
    </SmallAct>
  )
}

import { redirect } from 'react-router'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { stopViewing, viewDriver } from '#features/sessions/commands.server.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { sameLanguage } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { sessionOf } from '#web/session.server.ts'
import type { Route } from './+types/viewing.ts'

/** The address has no page: the forms that lead into a driver's area and out of it are on other pages. */
export const loader = shows(async ({ request }: Route.LoaderArgs) =>
  redirect(sameLanguage(request, '/admin/users'), 303),
)

/** With `driver`, opens that driver's area to look at it; without, goes back to the office. */
export const action = ({ request, context }: Route.ActionArgs) =>
  show(async () => {
    requireSender({ request, context })
    const session = sessionOf(context)
    if (!session) throw new Refusal('access.denied')
    return answer(request, z.object({ driver: z.string().optional() }), async ({ driver }) => {
      const { now } = context.get(requestContext)
      const actor = actorOf(context)
      await carryOut({ actor, action: driver ? 'account.view-as' : 'account.end-view', now }, async (change) => {
        await (driver ? viewDriver(change, session, driver) : stopViewing(change, session))
        return null
      })
      const back = session.viewing ? `/admin/drivers/${session.viewing.driverId}` : '/admin/users'
      return redirect(sameLanguage(request, driver ? '/dashboard' : back), 303)
    })
  })

import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { renewSubscription } from '#features/mail/push/commands.server.ts'
import { pushSubscription } from '#features/mail/push/schema.ts'
import { requestContext } from '#web/context.ts'
import { readForm } from '#web/read-form.server.ts'
import { readPushMark } from '#web/session.server.ts'
import type { Route } from './+types/push.ts'

const renewed = z.object({ subscription: pushSubscription })

/**
 * A browser reports the new address of its subscription, while nobody looks: its cookie says which subscription that is. Nobody
 * reads the answer.
 */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const mark = readPushMark(request)
  const parsed = renewed.safeParse(Object.fromEntries(await readForm(request)))
  if (mark === null || !parsed.success) return new Response(null, { status: 204 })
  const { now } = context.get(requestContext)
  try {
    await carryOut({ actor: SYSTEM, action: 'account.renew-push', now }, async (change) => {
      await renewSubscription(change, mark, parsed.data.subscription)
      return null
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
  return new Response(null, { status: 204 })
}

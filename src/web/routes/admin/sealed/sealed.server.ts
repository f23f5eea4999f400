import { data, type LoaderFunctionArgs } from 'react-router'
import type { Power } from '#domain/access.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { reveal } from '#features/oversight/reveals/commands.server.ts'
import { REVEALED, type Revealed, isRevealed, revealInput } from '#features/oversight/reveals/schema.ts'
import { actorOf, answer, requireSender, show } from '#web/answer.server.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin, requireRecentSignIn } from '#web/session.server.ts'

type Asked = Pick<LoaderFunctionArgs, 'request'> & {
  params: { what: string; id: string }
  context: Parameters<typeof requireAdmin>[0]
}

/** The sealed value that is asked for, and the page to go back to. */
export const loadSealed = ({ request, params, context }: Asked, power: Power) =>
  show(async () => {
    requireAdmin(context, power)
    const what = readWhat(params.what, power)
    return { what, back: placeOf(what, params.id, new URL(request.url).searchParams.get('from')) }
  })

/** Without an idempotency key: the answer to a key is stored, and an unsealed value must not be. */
export const openSealed = ({ request, params, context }: Asked, power: Power) =>
  show(async () => {
    requireSender({ request, context })
    const what = readWhat(params.what, power)
    if (power === 'money') requireRecentSignIn(context)
    return answer(request, revealInput, async ({ reason }) => {
      let value = ''
      const { now } = context.get(requestContext)
      await carryOut({ actor: actorOf(context), action: 'sealed.reveal', now }, async (change) => {
        value = await reveal(change, what, params.id, reason)
        return null
      })
      return { value }
    })
  })

function readWhat(word: string, power: Power): Revealed {
  if (isRevealed(word) && REVEALED[word] === power) return word
  throw data({ code: 'record.not-found', params: {} }, 404)
}

function placeOf(what: Revealed, id: string, from: string | null): string {
  if (from === 'second-person') return '/admin/second-person'
  return {
    iban: `/admin/drivers/${id}/iban`,
    nif: `/admin/drivers/${id}`,
    company: '/admin/company',
    application: `/admin/recruitment/${id}`,
  }[what]
}

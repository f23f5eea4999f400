import { Refusal } from '#domain/refusal.ts'
import { noteLook } from '#features/statements/links/commands.server.ts'
import { findLinkedStatement } from '#features/statements/links/queries.server.ts'
import { renderOfficePayslip } from '#features/statements/payslips/queries.server.ts'
import { countVisit } from '#features/visitors/commands.server.ts'
import { actorOf, show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { isRead } from '#web/is-read.ts'
import type { Route } from './+types/linked-statement-pdf.ts'

/** The document behind a personal link. Each opening counts, and one address may open it only a number of times an hour. */
export const loader = ({ request, params: { token }, context }: Route.LoaderArgs) =>
  show(async () => {
    const visit = context.get(requestContext)
    await countVisit('statement', visit)
    const found = await findLinkedStatement(token, visit.now)
    if (!found) throw new Refusal('record.not-found')
    const { name, bytes } = await renderOfficePayslip(found.driver, found.week)
    if (isRead(request)) await noteLook(found, { actor: actorOf(context), now: visit.now })
    const answer = attachment(name, bytes, 'application/pdf', 'inline')
    answer.headers.set('x-robots-tag', 'noindex, nofollow')
    answer.headers.set('referrer-policy', 'same-origin')
    return answer
  })

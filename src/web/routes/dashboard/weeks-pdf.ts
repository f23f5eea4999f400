import { readSpan, renderOwnSpan } from '#features/statements/payslips/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/weeks-pdf.ts'

/** The reader's statements of several weeks as a document. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes } = await renderOwnSpan(ownDriver(context), readSpan(url.searchParams))
    return attachment(name, bytes, 'application/pdf', 'inline')
  })

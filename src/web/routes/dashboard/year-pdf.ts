import { readNumber } from '#domain/record-id.ts'
import { renderOwnYear } from '#features/statements/payslips/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/year-pdf.ts'

/** The reader's own year on paper. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes } = await renderOwnYear(ownDriver(context), readNumber(params.year))
    return attachment(name, bytes, 'application/pdf', 'inline')
  })

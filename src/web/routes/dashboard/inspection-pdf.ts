import { drawInspection } from '#features/fleet/inspections/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { translatorFor } from '#web/i18n.tsx'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/inspection-pdf.ts'

/** An inspection in which the reader took or gave back a car, on paper. */
export const loader = ({ params, context, request }: Route.LoaderArgs) =>
  show(async () => {
    const t = translatorFor(languageOf(new URL(request.url).pathname))
    const { name, bytes, mediaType } = await drawInspection({ driver: ownDriver(context) }, params.inspection, t)
    return attachment(name, bytes, mediaType)
  })

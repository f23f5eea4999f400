import { countVisit } from '#features/visitors/vitals/commands.server.ts'
import { visitInput } from '#features/visitors/vitals/schema.ts'
import { languageOf, withoutLanguage } from '#messages/language.ts'
import { readForm } from '#web/read-form.server.ts'
import { requestContext } from '#web/context.ts'
import { allowedIn } from '#web/measuring/consent-cookie.ts'
import { isMeasured } from '#web/measuring/measured-pages.ts'
import { mayReport, measuringSettings } from '#web/measuring/measuring.server.ts'
import type { Route } from './+types/vitals.ts'

/** The speed of a page, which its browser reports on leaving it. Nobody waits for the answer; malformed reports are dropped. */
export const action = async ({ request, context }: Route.ActionArgs) => {
  const { now, address } = context.get(requestContext)
  const form = await readForm(request)
  const visit = visitInput.safeParse(Object.fromEntries(form))
  const isAllowed = allowedIn(request.headers.get('cookie') ?? '').includes('analytics')
  if (visit.success && isAllowed && measuringSettings().vitals && isMeasured(visit.data.path)) {
    if (!mayReport(address, now)) return new Response(null, { status: 429 })
    const { path } = visit.data
    await countVisit({ ...visit.data, path: withoutLanguage(path) }, languageOf(path), now)
  }
  return new Response(null, { status: 204 })
}

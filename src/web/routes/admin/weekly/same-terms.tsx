import { readWeek, weekName } from '#domain/week.ts'
import { giveAllSameTerms } from '#features/weeks/answers/commands.server.ts'
import { allSameTermsInput } from '#features/weeks/answers/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show, submit } from '#web/answer.server.ts'
import { sameLanguage, speak, useT } from '#web/i18n.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/same-terms.ts'
import { RefusedAnswer } from './refused-answer.tsx'

export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const week = readWeek(params.week)
    return { week, name: weekName(week) }
  })

/** What most drivers of the week have, for everybody who has nothing agreed: a fleet that is new here is done in one press. */
export const action = ({ request, params, context }: Route.ActionArgs) =>
  submit({ request, context }, 'driver.add-terms', allSameTermsInput, async (input, deed) => {
    const week = readWeek(params.week)
    const reason = speak(languageOf(new URL(request.url).pathname))('page.exceptions.terms.reason')
    await giveAllSameTerms(deed, week, { ...input, reason })
    return sameLanguage(request, `/admin/weekly/${weekName(week)}?done=terms`)
  })

/** Seen only when it was refused. */
export default function SameTermsScreen({ loaderData: { week, name }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return <RefusedAnswer week={week} name={name} title={t('page.exceptions.terms.pageAll')} reply={reply} />
}

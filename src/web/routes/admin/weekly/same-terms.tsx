import { readWeek, weekName } from '#domain/week.ts'
import { giveAllSameTerms } from '#features/weeks/answers/commands.server.ts'
import { allSameTermsInput } from '#features/weeks/answers/schema.ts'
import { languageOf } from '#messages/language.ts'
import { translatorFor, useT } from '#web/i18n.tsx'
import { saves, shows } from '#web/screen.server.ts'
import type { Route } from './+types/same-terms.ts'
import { RefusedAnswer } from './refused-answer.tsx'
import { termsGiven } from './terms-given.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  return { week, name: weekName(week) }
})

/** Gives all drivers without terms those of most drivers of the week, so that a new fleet takes one press. */
export const action = saves(
  'driver.add-terms',
  allSameTermsInput,
  async (change, input, { request, params }: Route.ActionArgs) => {
    const week = readWeek(params.week)
    const reason = translatorFor(languageOf(new URL(request.url).pathname))('page.exceptions.terms.reason')
    return termsGiven(week, await giveAllSameTerms(change, week, { ...input, reason }))
  },
)

/** Shown only when it was refused. */
export default function SameTermsScreen({ loaderData: { week, name }, actionData: reply }: Route.ComponentProps) {
  const t = useT()
  return <RefusedAnswer week={week} name={name} title={t('page.exceptions.terms.pageAll')} reply={reply} />
}

import { href } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { removeTerms } from '#features/fleet/terms/commands.server.ts'
import { getTerms } from '#features/fleet/terms/queries.server.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-terms.ts'
import { termsRemoval } from '#features/fleet/terms/schema.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { from } = await getTerms(params.id, readNumber(params.terms))
  return { week: weekNumber(readWeek(from)) }
})

export const action = saves(
  'driver.remove-terms',
  termsRemoval.input,
  async (change, { reason }, { request, params }: Route.ActionArgs) => {
    await removeTerms(change, params.id, readNumber(params.terms), reason)
    const termsPath = href('/admin/drivers/:id/terms', { id: params.id })
    const back = readWayBack(request, termsPath)
    return back === termsPath ? withDone(termsPath, 'removed') : withAnswer(back, 'taken-back')
  },
)

export default function RemoveTermsScreen({ loaderData: { week } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ week }}
      question={t('page.fleet.terms.removeTitle')}
      effect={t('page.fleet.terms.removeText', { week })}
      buttonWords={t('page.fleet.terms.removeSubmit')}
    >
      <RecordFields of={termsRemoval} />
    </SmallAct>
  )
}

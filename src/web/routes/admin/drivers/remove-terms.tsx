import { href } from 'react-router'
import { readWeek } from '#domain/week.ts'
import { readNumber } from '#domain/record-id.ts'
import { removeTerms } from '#features/fleet/terms/commands.server.ts'
import { getTerms } from '#features/fleet/terms/queries.server.ts'
import { removalInput } from '#features/fleet/terms/schema.ts'
import { limitsOf } from '#forms/record.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { readWayBack, withAnswer } from '#web/parts/way-back.ts'
import { saves, shows } from '#web/screen.server.ts'
import { TextareaField } from '#web/ui/fields.tsx'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/remove-terms.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { from } = await getTerms(params.id, readNumber(params.terms))
  return { week: weekNumber(readWeek(from)) }
})

export const action = saves(
  'driver.remove-terms',
  removalInput,
  async (change, { reason }, { request, params }: Route.ActionArgs) => {
    await removeTerms(change, params.id, readNumber(params.terms), reason)
    const own = href('/admin/drivers/:id/terms', { id: params.id })
    const back = readWayBack(request, own)
    return back === own ? withDone(own, 'removed') : withAnswer(back, 'taken-back')
  },
)

export default function RemoveTermsScreen({ loaderData: { week } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ week }}
      asks={t('page.fleet.terms.removeTitle')}
      effect={t('page.fleet.terms.removeText', { week })}
      does={t('page.fleet.terms.removeSubmit')}
    >
      <TextareaField
        name="reason"
        label={t('page.fleet.terms.removeReason')}
        help={t('page.fleet.terms.reasonHelp')}
        rows={2}
        {...limitsOf(removalInput.shape.reason)}
      />
    </SmallAct>
  )
}

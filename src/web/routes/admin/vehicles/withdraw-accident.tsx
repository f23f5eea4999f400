import { withdrawAccident } from '#features/fleet/accidents/commands.server.ts'
import { getAccident } from '#features/fleet/accidents/queries.server.ts'
import { accidentWithdrawal } from '#features/fleet/accidents/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { withDone } from '#web/parts/done-note.tsx'
import { saves, shows } from '#web/screen.server.ts'
import { RecordFields } from '#web/ui/form.tsx'
import { href } from 'react-router'
import { SmallAct } from '#web/ui/small-act.tsx'
import type { Route } from './+types/withdraw-accident.ts'

export const loader = shows(async ({ params }: Route.LoaderArgs) => getAccident(params.id, params.accident))

export const action = saves(
  'accident.withdraw',
  accidentWithdrawal.input,
  async (change, { reason }, { params }: Route.ActionArgs) => {
    await withdrawAccident(change, params.id, params.accident, reason)
    return withDone(href('/admin/vehicles/:id/inspections', { id: params.id }), 'removed')
  },
)

/** Takes back an accident that was written down by mistake. */
export default function WithdrawAccidentScreen({ loaderData: { happenedAt, place } }: Route.ComponentProps) {
  const t = useT()
  return (
    <SmallAct
      facts={{ at: formatInstant(happenedAt, t.language), place }}
      question={t('page.accidents.withdraw.title')}
      effect={t('page.accidents.withdraw.text', { place })}
      buttonWords={t('page.accidents.withdraw.submit')}
    >
      <RecordFields of={accidentWithdrawal} />
    </SmallAct>
  )
}

import type { Adjustment } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { weekNumber } from '#messages/dates.ts'
import { lineLabel } from '#messages/line-label.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { useOwnAddress } from '#web/parts/way-back.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Done } from '#web/ui/notice.tsx'

/** Query parameter with the id of an adjustment that was just added, so that the next page offers to withdraw it. */
export const ADDED = 'added'

type Added = Pick<Adjustment, 'kind' | 'about' | 'amount'> & { id: string; driverId: string; week: Week }

/** The facts of an adjustment that a page shows right after it was added. */
export function addedOf(adjustment: Added | null): Added | null {
  if (adjustment === null) return null
  const { id, driverId, week, kind, about, amount } = adjustment
  return { id, driverId, week, kind, about, amount }
}

/** Says that an adjustment was added, with a link to withdraw it. */
export function AdjustmentAdded({ added }: { added: Added | null }) {
  const t = useT()
  const address = new URL(useOwnAddress(), 'http://here')
  address.searchParams.delete(ADDED)
  if (added === null) return null
  const { id, driverId, week, kind, about, amount } = added
  const words = {
    what: lineLabel({ code: `adjustment.${kind}`, adjustment: { about } }, t),
    amount: formatMoney(amount, t.language),
    number: weekNumber(week),
  }
  const back = new URLSearchParams({ back: address.pathname + address.search })
  return (
    <Done
      undo={
        <LinkButton to={`/admin/drivers/${driverId}/adjustments/${id}/withdrawal?${back}`}>
          {t('page.adjustments.added.undo')}
        </LinkButton>
      }
    >
      {t('page.adjustments.added.done', words)}
    </Done>
  )
}

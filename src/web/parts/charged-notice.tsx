import type { Charge } from '#features/plans/charges/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** How a fine or a damage was charged, with the way to where that is taken back; `of`: of somebody who is not named in it any more. */
export function ChargedNotice({
  charge: { by, id, driverId, amount, week },
  thing,
  of = null,
}: {
  charge: Charge
  thing: 'fine' | 'damage'
  of?: string | null
}) {
  const t = useT()
  const params = { number: weekNumber(week), amount: formatMoney(amount, t.language) }
  const to = by === 'plan' ? `/admin/financing/${id}` : `/admin/drivers/${driverId}/adjustments`
  return (
    <Notice tone={of === null ? 'ok' : 'warn'}>
      {of === null ? null : (
        <p>{t(thing === 'fine' ? 'page.fines.charge.other' : 'page.inspections.damage.other', { driver: of })}</p>
      )}
      <p>
        <Link to={to}>{t(`page.fines.charge.done.${by}`, params)}</Link>
      </p>
    </Notice>
  )
}

import type { Charge } from '#features/plans/charges/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * How a fine or a damage was charged, with a link to where that is taken back. `otherDriver`: the name of the driver who was charged,
 * if the record names somebody else by now.
 */
export function ChargedNotice({
  charge: { by, id, driverId, amount, week },
  thing,
  otherDriver = null,
}: {
  charge: Charge
  thing: 'fine' | 'damage'
  otherDriver?: string | null
}) {
  const t = useT()
  const params = { number: weekNumber(week), amount: formatMoney(amount, t.language) }
  const to = by === 'plan' ? `/admin/financing/${id}` : `/admin/drivers/${driverId}/adjustments`
  return (
    <Notice tone={otherDriver === null ? 'ok' : 'warn'}>
      {otherDriver === null ? null : (
        <p>
          {t(thing === 'fine' ? 'page.fines.charge.other' : 'page.inspections.damage.other', { driver: otherDriver })}
        </p>
      )}
      <p>
        <Link to={to}>{t(`page.fines.charge.done.${by}`, params)}</Link>
      </p>
    </Notice>
  )
}

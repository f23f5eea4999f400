import type { OtherOfLine } from '#features/statements/disputes/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/**
 * Warns who answers a dispute that another one is open on the same line, or was accepted in an older version: both accepted pay
 * the line twice.
 */
export function OthersOfLine({ others }: { others: readonly OtherOfLine[] }) {
  const t = useT()
  return others.map(({ id, settled }) => (
    <Notice
      key={id}
      tone="warn"
      action={
        <Link to={`/admin/weekly/disputes/${id}`}>
          {t(`page.disputes.office.${settled ? 'otherAccepted' : 'otherOpen'}.link`)}
        </Link>
      }
    >
      {settled
        ? t('page.disputes.office.otherAccepted.text', {
            amount: formatMoney(settled.amount, t.language),
            week: weekNumber(settled.week),
          })
        : t('page.disputes.office.otherOpen.text')}
    </Notice>
  ))
}

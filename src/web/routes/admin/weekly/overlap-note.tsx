import type { Overlap } from '#features/statements/overlaps/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { ActLink } from '#web/links.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Says on an accepted dispute that its week corrects it again, or what was answered to that, with the way to the answer. */
export function OverlapNote({ overlap: { dispute, overlap, isOpen, answer } }: { overlap: Overlap }) {
  const t = useT()
  return (
    <Notice
      tone={isOpen ? 'warn' : 'info'}
      action={
        <ActLink to={`/admin/weekly/disputes/${dispute}/overlap`}>
          {t(isOpen ? 'page.disputes.overlap.decide' : 'page.disputes.overlap.change')}
        </ActLink>
      }
    >
      {isOpen || !answer
        ? t('page.disputes.overlap.again', { amount: formatMoney(Math.abs(overlap), t.language) })
        : t(`page.disputes.overlap.said.${answer.said}`, {
            at: formatInstant(answer.at, t.language),
            reason: answer.reason,
          })}
    </Notice>
  )
}

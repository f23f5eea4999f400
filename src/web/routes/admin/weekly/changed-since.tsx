import type { ContestedLine } from '#features/statements/disputes/schema.ts'
import { formatMoney } from '#messages/numbers.ts'
import { useT } from '#web/i18n.tsx'
import { Notice } from '#web/ui/notice.tsx'

/** Warns who answers a dispute that a newer version of the statement has another amount on its line. */
export function ChangedSince({ line }: Pick<ContestedLine, 'line'>) {
  const t = useT()
  if (line.now === line.amount) return null
  const words = { before: formatMoney(line.amount, t.language), now: formatMoney(line.now, t.language) }
  return <Notice tone="warn">{t('page.disputes.office.changedSince', words)}</Notice>
}

import type { StatementView } from '#features/statements/schema.ts'
import { weekNumber } from '#messages/dates.ts'
import { useT } from '#web/i18n.tsx'
import { StatementHead } from '#web/parts/statement-head.tsx'
import { StatementLines } from '#web/parts/statement-lines.tsx'
import { Section, Sheet } from '#web/ui/card.tsx'
import { WideOnly } from '#web/ui/layout.tsx'

/** The statement before the adjustment, beside the form if there is room; left out on a phone. */
export function StatementSoFar({ statement }: { statement: StatementView | null }) {
  const t = useT()
  if (!statement) return null
  return (
    <WideOnly>
      <Section title={t('page.adjustments.form.soFar', { number: weekNumber(statement.week) })}>
        <Sheet>
          <StatementHead statement={statement} heading="h2" />
          <StatementLines statement={statement} reader="office" opinions={null} heading="h3" />
        </Sheet>
      </Section>
    </WideOnly>
  )
}

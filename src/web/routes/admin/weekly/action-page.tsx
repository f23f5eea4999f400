import type { ReactNode } from 'react'
import type { Week } from '#domain/week.ts'
import { formatWeekDays, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { Beside, Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

type Props = { week: Week; weekName: string; title: string; back?: string; beside?: ReactNode; children: ReactNode }

/**
 * The small page of one act: what it will do with amounts and counts, what it needs to know, and one button. A form of
 * the week's page that is refused ends here too, with the reason and the figures as they are now. `beside`: what it changes.
 */
export function ActionPage({ week, weekName, title, back, beside, children }: Props) {
  const t = useT()
  const language = useLanguage()
  return (
    <>
      <PageHead
        back={
          back === undefined || back === `/admin/weekly/${weekName}`
            ? { to: `/admin/weekly/${weekName}`, label: t('page.week.approval.back', { number: weekNumber(week) }) }
            : { to: back, label: t('page.exceptions.row.back') }
        }
        title={title}
        subtitle={formatWeekDays(week, language)}
      />
      {beside ? (
        <Beside>
          <Page>{children}</Page>
          {beside}
        </Beside>
      ) : (
        <Page width="narrow">{children}</Page>
      )}
    </>
  )
}

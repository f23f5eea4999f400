import type { ReactNode } from 'react'
import type { Week } from '#domain/week.ts'
import { formatWeekDays, weekNumber } from '#messages/dates.ts'
import { useLanguage, useT } from '#web/i18n.tsx'
import { SideBySide, Page } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { RecordAndAct } from '#web/ui/small-act.tsx'

type Props = { week: Week; weekName: string; title: string; back?: string; aside?: ReactNode; children: ReactNode }

/**
 * The small page of one act: its effect in amounts and counts, its fields, and one button. If a form on the week's page is
 * refused, it leads here too, with the reason and the figures as they are now. `beside`: the thing that it changes.
 */
export function ActionPage({ week, weekName, title, back, aside, children }: Props) {
  const t = useT()
  const language = useLanguage()
  const weekPage = `/admin/weekly/${weekName}`
  const isOfWeek = back === undefined || back === weekPage
  const head = (
    <PageHead
      back={{
        to: back ?? weekPage,
        label: isOfWeek ? t('page.week.approval.back', { number: weekNumber(week) }) : t('page.exceptions.row.back'),
      }}
      title={title}
      subtitle={formatWeekDays(week, language)}
    />
  )
  if (aside)
    return (
      <>
        {head}
        <SideBySide>
          <Page>{children}</Page>
          {aside}
        </SideBySide>
      </>
    )
  return (
    <RecordAndAct record={head}>
      <Page>{children}</Page>
    </RecordAndAct>
  )
}

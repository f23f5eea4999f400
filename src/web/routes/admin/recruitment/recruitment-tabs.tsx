import { useT } from '#web/i18n.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** Tabs for applicants and for messages of visitors. The numbers count what waits for the office. */
export function RecruitmentTabs({
  current,
  waiting,
}: {
  current: 'board' | 'list' | 'tasks' | 'report' | 'messages'
  waiting: { applications: number; messages: number; tasks: number }
}) {
  const t = useT()
  return (
    <Tabs
      label={t('page.recruitment.tabs')}
      tabs={[
        {
          to: '/admin/recruitment',
          label: t('page.recruitment.boardTab'),
          count: waiting.applications,
          current: current === 'board',
        },
        { to: '/admin/recruitment/list', label: t('page.recruitment.listTab'), current: current === 'list' },
        {
          to: '/admin/recruitment/tasks',
          label: t('page.recruitment.tasks.title'),
          count: waiting.tasks,
          current: current === 'tasks',
        },
        { to: '/admin/recruitment/report', label: t('page.recruitment.report.tab'), current: current === 'report' },
        {
          to: '/admin/recruitment/messages',
          label: t('page.recruitment.messagesTitle'),
          count: waiting.messages,
          current: current === 'messages',
        },
      ]}
    />
  )
}

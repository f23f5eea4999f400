import { useT } from '#web/i18n.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** Who wants to drive, and who wrote. The numbers are what waits for the office. */
export function RecruitmentTabs({
  current,
  waiting,
}: {
  current: 'applications' | 'messages'
  waiting: { applications: number; messages: number }
}) {
  const t = useT()
  return (
    <Tabs
      label={t('page.recruitment.tabs')}
      tabs={[
        {
          to: '/admin/recruitment',
          label: t('page.recruitment.title'),
          count: waiting.applications,
          current: current === 'applications',
        },
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

import { useT } from '#web/i18n.tsx'
import { Tabs } from '#web/ui/tabs.tsx'

/** Tabs that keep the weekly work apart from the page that says where files come from, which people read once. */
export function DataTabs() {
  const t = useT()
  return (
    <Tabs
      label={t('page.data.sections.label')}
      tabs={[
        { to: '/admin/data', label: t('page.data.sections.imports') },
        { to: '/admin/data/integrations', label: t('page.data.sections.integrations') },
        { to: '/admin/data/deliveries', label: t('page.data.sections.deliveries') },
        { to: '/admin/data/monday', label: t('page.data.sections.monday') },
      ]}
    />
  )
}

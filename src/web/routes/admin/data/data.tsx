import { useT } from '#web/i18n.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export default function DataScreen() {
  const t = useT()
  return <PageHead title={t('common.menu.admin.data.label')} />
}

import { useT } from '#web/i18n.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export default function ActionScreen() {
  const t = useT()
  return <PageHead title={t('common.nav.login')} />
}

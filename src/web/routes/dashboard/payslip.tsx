import { useT } from '#web/i18n.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export default function PayslipScreen() {
  const t = useT()
  return <PageHead title={t('common.menu.driver.payslips')} />
}

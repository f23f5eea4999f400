import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { Card, Stack } from '#web/ui/card.tsx'
import { Beside, Bullets, Links, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/** That no position is collected, and what is known of a car besides. */
export default function OwnTrackingScreen() {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.tracking.title')} subtitle={t('page.tracking.subtitle')} />
      <Beside>
        <Card title={t('page.tracking.known')}>
          <Bullets>
            {t.list('page.tracking.points').map((point) => (
              <li key={point}>{point}</li>
            ))}
          </Bullets>
        </Card>
        <Card title={t('page.tracking.where')}>
          <Stack>
            <Words>{t('page.tracking.whereText')}</Words>
            <Links>
              <Link to="/dashboard/payslips">{t('common.menu.driver.payslips')}</Link>
              <Link to="/dashboard/inspections">{t('page.driverHome.car.inspections')}</Link>
            </Links>
            <Words look="small">{t('page.tracking.later')}</Words>
          </Stack>
        </Card>
      </Beside>
    </>
  )
}

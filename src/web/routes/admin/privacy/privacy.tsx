import { useT } from '#web/i18n.tsx'
import { Link } from '#web/links.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Stack } from '#web/ui/card.tsx'
import { Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export const loader = shows(() => Promise.resolve({}))

/** The office's pages about stored personal data. */
export default function PrivacyScreen() {
  const t = useT()
  return (
    <>
      <PageHead title={t('page.privacy.title')} subtitle={t('page.privacy.subtitle')} />
      <Page width="middle">
        <Stack>
          <Card title={t('page.privacy.requests.title')}>
            <Stack>
              <Words>{t('page.privacy.requests.subtitle')}</Words>
              <Link to="/admin/privacy/requests">{t('page.privacy.requests.title')}</Link>
            </Stack>
          </Card>
          <Card title={t('page.privacy.breaches.title')}>
            <Stack>
              <Words>{t('page.privacy.breaches.subtitle')}</Words>
              <Link to="/admin/privacy/breaches">{t('page.privacy.breaches.title')}</Link>
            </Stack>
          </Card>
          <Card title={t('page.privacy.erase.list')}>
            <Stack>
              <Words>{t('page.privacy.erase.listText')}</Words>
              <Link to="/admin/privacy/erasures">{t('page.privacy.erase.list')}</Link>
            </Stack>
          </Card>
          <Card title={t('page.privacy.retention.title')}>
            <Stack>
              <Words>{t('page.privacy.retention.subtitle')}</Words>
              <Link to="/admin/privacy/retention">{t('page.privacy.retention.title')}</Link>
            </Stack>
          </Card>
          <Card title={t('page.privacy.record.title')}>
            <Stack>
              <Words>{t('page.privacy.record.linkText')}</Words>
              <Link to="/admin/privacy/record">{t('page.privacy.record.link')}</Link>
              <Link to="/admin/data/positions/assessment">{t('page.privacy.record.assessment')}</Link>
            </Stack>
          </Card>
        </Stack>
      </Page>
    </>
  )
}

import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { DataTabs } from './data-tabs.tsx'

const SOURCES = ['uber', 'bolt', 'viaverde', 'prio'] as const

export const loader = shows(async () => null)

/** Where each file is fetched. */
export default function IntegrationsScreen() {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.data.title')}
        part={t('page.data.integrations.title')}
        subtitle={t('page.data.integrations.subtitle')}
      />
      <DataTabs />
      <Section title={t('page.data.integrations.guideTitle')}>
        <Page>
          <Words>{t('page.data.integrations.guideIntro')}</Words>
          <Grid columns={2}>
            {SOURCES.map((source) => (
              <Card key={source} title={t(`page.week.sourceNames.${source}`)} part>
                <Stack>
                  <Bullets numbered>
                    {t.list(`page.data.integrations.steps.${source}`).map((step) => (
                      <li key={step}>{step}</li>
                    ))}
                  </Bullets>
                  <Facts>
                    <Fact name={t('page.data.integrations.report')} isText>
                      {t(`page.data.integrations.reports.${source}`)}
                    </Fact>
                    <Fact name={t('page.data.integrations.format')} isText>
                      {t(`page.data.integrations.formats.${source}`)}
                    </Fact>
                  </Facts>
                </Stack>
              </Card>
            ))}
          </Grid>
          <Words look="small">{t('page.data.integrations.guideOthers')}</Words>
        </Page>
      </Section>
    </>
  )
}

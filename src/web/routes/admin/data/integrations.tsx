import { useSearchParams } from 'react-router'
import { listConnections } from '#features/connections/queries.server.ts'
import { PROVIDERS } from '#features/connections/schema.ts'
import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Grid, Section, Stack } from '#web/ui/card.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Done } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/integrations.ts'
import { Connections } from './connections.tsx'
import { DataTabs } from './data-tabs.tsx'

const SOURCES = ['uber', 'bolt', 'viaverde', 'prio'] as const

export const loader = shows(async () => {
  const connections = await listConnections()
  return {
    platforms: PROVIDERS.map((provider) => ({
      provider,
      connection: connections.find((connection) => connection.provider === provider) ?? null,
    })),
  }
})

/** What is fetched automatically, and where each file can be found. */
export default function IntegrationsScreen({ loaderData: { platforms } }: Route.ComponentProps) {
  const t = useT()
  const [query] = useSearchParams()
  const removed = PROVIDERS.find((provider) => provider === query.get('done'))
  return (
    <>
      <PageHead
        title={t('page.data.title')}
        part={t('page.data.integrations.title')}
        subtitle={t('page.data.integrations.subtitle')}
      />
      <DataTabs />
      {removed ? (
        <Done>{t('page.connections.done.removed', { provider: t(`page.connections.providers.${removed}`) })}</Done>
      ) : null}
      <Connections platforms={platforms} />
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

import { useT } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import { Card, Fact, Facts, Stack } from '#web/ui/card.tsx'
import { Bullets, Page, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import type { Route } from './+types/streets.ts'
import styles from './monitor.module.css'
import { findStreets, streetsFolder } from './streets.server.ts'

export const loader = shows(async () => ({ streets: await findStreets(), folder: streetsFolder() }))

const MEGABYTE = 1024 * 1024

/** How streets come onto the map: a file in the data directory, and the two commands that make one. */
export default function StreetsScreen({ loaderData: { streets, folder } }: Route.ComponentProps) {
  const t = useT()
  return (
    <>
      <PageHead
        title={t('page.monitor.streets.title')}
        subtitle={t('page.monitor.streets.subtitle')}
        back={{ to: '/admin/monitor', label: t('page.monitor.title') }}
      />
      <Page width="middle">
        <Stack>
          {streets === null ? <Notice tone="info">{t('page.monitor.streets.none')}</Notice> : null}
          {streets !== null && streets.zooms === null ? (
            <Notice tone="bad">{t('page.monitor.streets.unreadable', { name: streets.name })}</Notice>
          ) : null}
          {streets?.zooms ? (
            <Card title={t('page.monitor.streets.there')}>
              <Facts>
                <Fact name={t('page.monitor.streets.file')} isText>
                  {streets.name}
                </Fact>
                <Fact name={t('page.monitor.streets.size')}>
                  {t('page.monitor.streets.megabytes', { size: Math.ceil(streets.bytes / MEGABYTE) })}
                </Fact>
                <Fact name={t('page.monitor.streets.zooms')}>
                  {streets.zooms.min}–{streets.zooms.max}
                </Fact>
              </Facts>
              <Words look="small">{t('page.monitor.streets.change')}</Words>
            </Card>
          ) : null}
          <Card title={t('page.monitor.streets.how')}>
            <Bullets numbered>
              <li>
                {t('page.monitor.streets.download')}
                <code className={styles.command}>
                  curl -LO https://download.geofabrik.de/europe/portugal-latest.osm.pbf
                </code>
              </li>
              <li>
                {t('page.monitor.streets.make')}
                <code className={styles.command}>
                  tilemaker --input portugal-latest.osm.pbf --output streets.mbtiles --bbox=-9.6,36.9,-6.1,42.2 --config
                  /usr/share/doc/tilemaker/examples/config-openmaptiles.json --process
                  /usr/share/doc/tilemaker/examples/process-openmaptiles.lua
                </code>
              </li>
              <li>
                {t('page.monitor.streets.lay')}
                <code className={styles.command}>{folder}</code>
              </li>
            </Bullets>
            <Words look="small">{t('page.monitor.streets.formats')}</Words>
            <Words look="small">{t('page.monitor.streets.licence')}</Words>
          </Card>
        </Stack>
      </Page>
    </>
  )
}

import { useT } from '#web/i18n.tsx'
import { Island } from '#web/islands/island.tsx'
import FleetMap from '#web/islands/fleet-map.tsx'
import { Link } from '#web/links.tsx'
import { listPage } from '#web/list-page.server.ts'
import { rowsOfRequest } from '#web/parts/list.ts'
import { ListScreen } from '#web/parts/list-screen.tsx'
import { shows } from '#web/screen.server.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { Links, Words } from '#web/ui/layout.tsx'
import { Notice } from '#web/ui/notice.tsx'
import type { Route } from './+types/monitor.ts'
import { lookOf } from './looker.server.ts'
import { marksOf } from './marks.ts'
import { creditsOf } from './credits.ts'
import styles from './monitor.module.css'
import { AskReason } from './ask-reason.tsx'
import { SEEN } from './seen.tsx'
import { listSeenCars } from './seen.server.ts'
import { streetsOfMap } from '#features/positions/streets/queries.server.ts'

export const loader = shows(async (args: Route.LoaderArgs, asking) => {
  const { cars, wantsReason } = await listSeenCars(lookOf(args, asking.now), asking.now)
  const [page, streets] = await Promise.all([listPage(SEEN, Promise.resolve(cars), args, asking), streetsOfMap()])
  // The map shows everything that the list finds, whichever of its pages is open.
  const { seen } = rowsOfRequest(SEEN, cars, args.request, asking.t)
  return { page, marks: marksOf(seen, asking.t), isTracked: cars.some(({ fix }) => fix !== null), wantsReason, streets }
})

/** Seconds after which an open page asks again where the cars are. */
const REFRESH_SECONDS = 15

/** Where every car was last seen: a list with all facts, and beside it the map. */
export default function MonitorScreen({
  loaderData: { page, marks, isTracked, wantsReason, streets },
}: Route.ComponentProps) {
  const t = useT()
  return (
    <div className={styles.split}>
      <div id="fleet" className={styles.list} data-look-again={isTracked ? REFRESH_SECONDS : undefined}>
        <div className={styles.behind}>
          <Notice tone="warn">{t('page.monitor.behind')}</Notice>
        </div>
        <ListScreen
          of={SEEN}
          shown={page}
          actions={
            <>
              <LinkButton to="/admin/monitor/streets">{t('page.monitor.streets.link')}</LinkButton>
              <LinkButton to="/admin/data/positions">{t('page.monitor.devices')}</LinkButton>
            </>
          }
          first={
            <LinkButton to="/admin/vehicles/new" kind="primary" icon="plus">
              {t('page.monitor.addCar')}
            </LinkButton>
          }
        >
          <div hidden id="fleet-marks" data-marks={JSON.stringify(marks)} />
          <Links>
            <Link to="/admin/monitor/alerts">{t('page.alerts.title')}</Link>
            <Link to="/admin/monitor/zones">{t('page.zones.title')}</Link>
            <Link to="/admin/monitor/links">{t('page.carLinks.title')}</Link>
          </Links>
          {wantsReason ? <AskReason /> : null}
          {isTracked || wantsReason || page.isEmpty ? null : <Words look="soft">{t('page.monitor.filesOnly')}</Words>}
        </ListScreen>
      </div>
      {page.isEmpty ? null : (
        <div className={`${styles.map} ${styles.live}`}>
          <Island
            name="fleet-map"
            of={FleetMap}
            when="visible"
            props={{
              marks: 'fleet-marks',
              list: 'fleet',
              streets,
              words: {
                title: t('page.monitor.map.title'),
                waits: t('page.monitor.map.waits'),
                cannot: t('page.monitor.map.cannot'),
                zoomIn: t('page.monitor.map.zoomIn'),
                zoomOut: t('page.monitor.map.zoomOut'),
                all: t('page.monitor.map.all'),
                close: t('page.monitor.map.close'),
                open: t('page.monitor.map.open'),
                area: t('page.monitor.map.area'),
                legend: t('page.monitor.map.legend'),
                data: creditsOf(streets, t),
                states: {
                  moving: t('page.monitor.states.moving'),
                  stopped: t('page.monitor.states.stopped'),
                  offline: t('page.monitor.states.offline'),
                },
              },
            }}
          />
          <noscript>
            <p className={styles.noScript}>{t('page.monitor.map.needsScript')}</p>
          </noscript>
        </div>
      )}
    </div>
  )
}

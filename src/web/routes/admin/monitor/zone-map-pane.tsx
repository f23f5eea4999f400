import type { Place } from '#domain/trip.ts'
import { useT } from '#web/i18n.tsx'
import { Island } from '#web/islands/island.tsx'
import ZoneMap from '#web/islands/zone-map.tsx'
import { creditsOf } from './credits.ts'
import styles from './monitor.module.css'
import type { StreetsOfMap } from '#features/positions/streets/schema.ts'

/** The map on which a zone is drawn, beside its form. Without a script the form alone is enough. */
export function ZoneMapPane({ others, streets }: { others: readonly (readonly Place[])[]; streets: StreetsOfMap }) {
  const t = useT()
  return (
    <div className={`${styles.map} ${styles.live} ${styles.drawn}`}>
      <Island
        name="zone-map"
        of={ZoneMap}
        when="visible"
        props={{
          others,
          streets,
          words: {
            title: t('page.zones.draw.title'),
            cannot: t('page.monitor.map.cannot'),
            zoomIn: t('page.monitor.map.zoomIn'),
            zoomOut: t('page.monitor.map.zoomOut'),
            all: t('page.zones.draw.whole'),
            circle: t('page.zones.draw.circle'),
            polygon: t('page.zones.draw.polygon'),
            unread: t('page.zones.draw.unread'),
            back: t('page.zones.draw.back'),
            clear: t('page.zones.draw.clear'),
            data: creditsOf(streets, t),
          },
        }}
      />
    </div>
  )
}

import { Icon, type IconName } from '#web/ui/icon.tsx'
import styles from './fleet-map.module.css'

type Props = {
  words: { zoomIn: string; zoomOut: string; all: string }
  /** Icon of the button that shows everything. */
  icon: IconName
  view: () => { zoom: (by: 1 | -1) => void; all: () => void } | null
}

/** The buttons that every map has: nearer, farther, and everything. */
export function MapControls({ words, icon, view }: Props) {
  return (
    <div className={styles.controls}>
      <button type="button" aria-label={words.zoomIn} title={words.zoomIn} onClick={() => view()?.zoom(1)}>
        <Icon name="plus" />
      </button>
      <button type="button" aria-label={words.zoomOut} title={words.zoomOut} onClick={() => view()?.zoom(-1)}>
        <Icon name="minus" />
      </button>
      <button type="button" aria-label={words.all} title={words.all} onClick={() => view()?.all()}>
        <Icon name={icon} />
      </button>
    </div>
  )
}

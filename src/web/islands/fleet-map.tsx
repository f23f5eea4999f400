import { useEffect, useRef, useState } from 'react'
import { Icon } from '#web/ui/icon.tsx'
import styles from './fleet-map.module.css'
import { type Mark, readMarks } from './map/mark.ts'
import { MapControls } from './map-controls.tsx'
import type { StreetTiles } from './map/map-style.ts'
import type { FleetMapView } from './map/open-fleet-map.ts'
import type { PageContext } from './page-context.ts'

const KINDS = ['moving', 'stopped', 'offline'] as const

export type FleetMapProps = {
  /** Id of the element that holds the cars (`data-marks`); read again whenever the page refreshes it. */
  marks: string
  /** Id of the list: the map follows a car that is chosen there. */
  list: string
  streets: StreetTiles
  words: {
    title: string
    waits: string
    cannot: string
    zoomIn: string
    zoomOut: string
    all: string
    close: string
    open: string
    area: string
    legend: string
    data: string
    states: Record<(typeof KINDS)[number], string>
  }
}

/** The map of the fleet. The list says all that the map shows, and works without it. */
export default function FleetMap({ marks: marksId, list, streets, words, place }: FleetMapProps & PageContext) {
  const container = useRef<HTMLDivElement>(null)
  const card = useRef<HTMLElement>(null)
  const view = useRef<FleetMapView>(null)
  const openedFrom = useRef<HTMLElement>(null)
  const [state, setState] = useState<'waits' | 'ready' | 'cannot'>('waits')
  const [marks, setMarks] = useState<readonly Mark[]>([])
  const [chosen, setChosen] = useState<string | null>(null)
  const chosenMark = marks.find(({ id }) => id === chosen)
  const marksOnCard =
    chosenMark?.kind === 'area' ? marks.filter(({ area }) => area === chosenMark.area) : chosenMark ? [chosenMark] : []

  useEffect(() => {
    const element = container.current
    if (!place || !element) return
    let isUnmounted = false
    const read = () => {
      const next = readMarks(marksId)
      setMarks(next)
      view.current?.show(next)
    }
    const choose = (mark: Mark | null) => {
      setChosen(mark?.id ?? null)
      view.current?.follow(mark)
    }
    // The page refreshes the cars (`data-look-again`) and changes the element or replaces it.
    const observer = new MutationObserver(read)
    const listElement = document.getElementById(list)
    if (listElement) observer.observe(listElement, { subtree: true, childList: true, attributeFilter: ['data-marks'] })

    const openFromList = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('th a') : null
      if (!link || event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      const mark = readMarks(marksId).find(({ to }) => to === link.pathname)
      if (!mark || !view.current) return
      event.preventDefault()
      openedFrom.current = link
      choose(mark)
      place.scrollIntoView({ block: 'nearest' })
      requestAnimationFrame(() => card.current?.focus({ preventScroll: true }))
    }
    listElement?.addEventListener('click', openFromList)

    const draw = async () => {
      const { openFleetMap } = await import('./map/open-fleet-map.ts')
      if (isUnmounted) return
      view.current = openFleetMap(element, { title: words.title, streets, ready: () => setState('ready'), choose })
      read()
    }
    // Without WebGL, or when the map's script could not be fetched, a sentence stands in its place.
    draw().catch(() => setState('cannot'))
    return () => {
      isUnmounted = true
      observer.disconnect()
      listElement?.removeEventListener('click', openFromList)
      view.current?.close()
    }
  }, [marksId, list, place, streets, words.title])

  const close = () => {
    setChosen(null)
    view.current?.follow(null)
    openedFrom.current?.focus({ preventScroll: true })
    openedFrom.current = null
  }

  // Without the map its legend and controls mean nothing: show only the sentence.
  if (state === 'cannot')
    return (
      <output className={styles.cannot} data-map={state}>
        {words.cannot}
      </output>
    )
  return (
    <div className={styles.frame} data-map={state}>
      <div ref={container} className={styles.ground} />
      {state === 'ready' ? null : <output className={styles.note}>{words[state]}</output>}
      {state === 'ready' ? <MapControls words={words} icon="car" view={() => view.current} /> : null}
      {chosenMark ? (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it, as its button does
        <section
          ref={card}
          className={styles.card}
          aria-label={chosenMark.area || chosenMark.name}
          tabIndex={-1}
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          <button type="button" className={styles.close} aria-label={words.close} onClick={close}>
            <Icon name="close" small />
          </button>
          {chosenMark.area ? <p className={styles.area}>{chosenMark.area}</p> : null}
          {chosenMark.area ? <p className={styles.soft}>{words.area}</p> : null}
          <ul>
            {marksOnCard.map((mark) => (
              <li key={mark.id} data-chosen={mark.id === chosen}>
                <a href={mark.to} aria-label={`${words.open} ${mark.name}`}>
                  {mark.name}
                </a>
                <span>{mark.driver}</span>
                <small>{mark.facts}</small>
                <small>{mark.place}</small>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <div className={styles.foot}>
        <ul className={styles.legend} aria-label={words.legend}>
          {KINDS.map((kind) => (
            <li key={kind} data-kind={kind}>
              {words.states[kind]}
            </li>
          ))}
        </ul>
        <small>{words.data}</small>
      </div>
    </div>
  )
}

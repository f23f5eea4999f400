import { useEffect, useRef, useState } from 'react'
import type { Place } from '#domain/trip.ts'
import styles from './fleet-map.module.css'
import { MapControls } from './map-controls.tsx'
import type { StreetTiles } from './map/map-style.ts'
import type { ZoneMapView } from './map/open-zone-map.ts'
import { type Drawing, type ZoneFields, drawingOf, emptyOf, withoutLastPlace, typedOf } from './map/zone-drawing.ts'
import type { PageContext } from './page-context.ts'

export type ZoneMapProps = {
  /** Edges of the other zones. */
  others: readonly (readonly Place[])[]
  streets: StreetTiles
  words: {
    title: string
    cannot: string
    zoomIn: string
    zoomOut: string
    all: string
    circle: string
    polygon: string
    unread: string
    back: string
    clear: string
    data: string
  }
}

/** A zone drawn by hand: what somebody drags on the map stands in the form's fields at once, and what they type there shows on the map. */
export default function ZoneMap({ others, streets, words, place }: ZoneMapProps & PageContext) {
  const container = useRef<HTMLDivElement>(null)
  const view = useRef<ZoneMapView>(null)
  const [state, setState] = useState<'waits' | 'ready' | 'cannot'>('waits')
  const [typed, setTyped] = useState<ZoneFields>({ shape: 'circle', middle: '', radius: '', corners: '' })
  const drawing = drawingOf(typed)

  useEffect(() => {
    const element = container.current
    const form = place ? formOf(place) : null
    if (!element || !form) return
    const first = read(form)
    setTyped(first)
    const onTyped = () => {
      const next = read(form)
      setTyped(next)
      view.current?.show(drawingOf(next))
    }
    form.addEventListener('input', onTyped)
    form.addEventListener('change', onTyped)
    let isGone = false
    const draw = async () => {
      const { openZoneMap } = await import('./map/open-zone-map.ts')
      if (isGone) return
      const changed = (next: Drawing) => {
        write(form, next)
        setTyped(read(form))
      }
      const options = { title: words.title, drawing: drawingOf(read(form)), others, streets, changed }
      view.current = openZoneMap(element, { ...options, ready: () => setState('ready') })
    }
    draw().catch(() => setState('cannot'))
    return () => {
      isGone = true
      form.removeEventListener('input', onTyped)
      form.removeEventListener('change', onTyped)
      view.current?.close()
    }
  }, [place, others, streets, words.title])

  /** Takes over what a button makes of the zone. */
  const become = (next: Drawing) => {
    const form = place ? formOf(place) : null
    if (!form) return
    write(form, next)
    setTyped(read(form))
    view.current?.show(next)
  }
  const isEmpty =
    drawing !== null && (drawing.shape === 'polygon' ? drawing.corners.length === 0 : drawing.middle === null)

  return (
    <div className={styles.frame} data-map={state}>
      <div ref={container} className={styles.ground} />
      {state === 'cannot' ? <output className={styles.note}>{words.cannot}</output> : null}
      {state === 'ready' ? <MapControls words={words} icon="search" view={() => view.current} /> : null}
      {state === 'ready' ? (
        <div className={styles.foot}>
          <div className={styles.drawn}>
            <output>{drawing === null ? words.unread : words[drawing.shape]}</output>
            {/* Always rendered: if the foot grew, the map would move under the hand that draws. */}
            {typed.shape === 'polygon' ? (
              <button
                type="button"
                disabled={drawing === null || isEmpty}
                onClick={() => drawing && become(withoutLastPlace(drawing))}
              >
                {words.back}
              </button>
            ) : null}
            <button type="button" disabled={isEmpty} onClick={() => become(emptyOf(typed.shape))}>
              {words.clear}
            </button>
          </div>
          <small>{words.data}</small>
        </div>
      ) : null}
    </div>
  )
}

/** The form of the page that describes a zone. */
function formOf(place: HTMLElement): HTMLFormElement | null {
  return place.ownerDocument.querySelector<HTMLTextAreaElement>('textarea[name="corners"]')?.form ?? null
}

const TYPED = ['middle', 'radius', 'corners'] as const

function fieldOf(form: HTMLFormElement, name: string): HTMLInputElement | HTMLTextAreaElement | null {
  return form.querySelector(`[name="${name}"]`)
}

function read(form: HTMLFormElement): ZoneFields {
  const chosen = form.querySelector<HTMLInputElement>('[name="shape"]:checked')
  const [middle = '', radius = '', corners = ''] = TYPED.map((name) => fieldOf(form, name)?.value)
  return { shape: chosen?.value ?? 'circle', middle, radius, corners }
}

/** Writes into the fields and sends the events of typing, so that listeners notice. */
function write(form: HTMLFormElement, drawing: Drawing): void {
  for (const [name, value] of Object.entries(typedOf(drawing))) {
    const field = fieldOf(form, name)
    if (!field || field.value === value) continue
    field.value = value
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.dispatchEvent(new Event('change', { bubbles: true }))
  }
}

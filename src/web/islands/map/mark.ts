/** A car on the map, with the few words shown for it. Plain data: it travels in the page. */
export type Mark = {
  id: string
  /** Address of the car's page. */
  to: string
  name: string
  driver: string
  kind: 'moving' | 'stopped' | 'offline' | 'area'
  lat: number
  lon: number
  /** Degrees from north. */
  course: number | null
  facts: string
  place: string
  /** For `area`: the name of the town. */
  area: string
}

/** Reads the cars from the element of that id; none if there is no such element. */
export function readMarks(id: string): Mark[] {
  return JSON.parse(document.getElementById(id)?.dataset['marks'] ?? '[]') as Mark[]
}

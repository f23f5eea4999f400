/** A car on the map, with the few words that are said of it. Plain data: it travels in the page. */
export type Mark = {
  id: string
  /** Its own page. */
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
  /** Of an area: the name of the town. */
  area: string
}

/** What the element of that id says of the cars; nothing where it says none. */
export function readMarks(id: string): Mark[] {
  return JSON.parse(document.getElementById(id)?.dataset['marks'] ?? '[]') as Mark[]
}

import { DRIVERS, type DemoDriver } from '../src/demo/fleet.ts'

const FIRST = ['Abel', 'Bela', 'Caio', 'Dalila', 'Elói', 'Flora', 'Gil', 'Helga', 'Ivo', 'Jacinta', 'Lauro', 'Mafalda']
const MIDDLE = ['Arouca', 'Belmonte', 'Caminha', 'Douro', 'Ericeira']
const LAST = ['Faria', 'Gouveia', 'Horta', 'Idanha', 'Lagos']
const SERIES = 'ABCD'

/** A fleet of `count` drivers like those of the demonstration: each has a name, a plate and a card of their own. */
export function largeFleet(count: number): DemoDriver[] {
  return Array.from({ length: count }, (_, at): DemoDriver => {
    const like = DRIVERS[at % DRIVERS.length]!
    const first = FIRST[at % FIRST.length]!
    const rest = Math.floor(at / FIRST.length)
    const last = `${MIDDLE[rest % MIDDLE.length]} ${LAST[Math.floor(rest / MIDDLE.length) % LAST.length]}`
    return {
      ...like,
      ref: `M${at + 1}`,
      name: `${first} ${last}`,
      uber: like.uber && [first, last],
      bolt: like.bolt && `${first} ${last}`,
      car: { ...like.car, plate: `ZX-${String(at % 100).padStart(2, '0')}-Q${SERIES[Math.floor(at / 100)]}` },
    }
  })
}

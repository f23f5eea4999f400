import { previousWeek, weekAt } from '#domain/week.ts'
import { DRIVERS, type DemoDriver } from '../src/demo/fleet.ts'

const FIRST =
  'Abel Adélia Afonso Aida Albano Alda Alexandre Amélia Américo Anabela André Ângela António Armando Artur Aurora Baltasar Beatriz Benjamim Berta Bernardo Branca Caetano Camila Catarina Célia César Clara Cláudio Cristina Daniel Dália David Débora Dinis Dora Duarte Edite Eduardo Elisa'.split(
    ' ',
  )
const LAST = 'Abrantes Bacelar Cardoso Damasceno Esteves Figueiredo Galvão Horta Infante Jardim'.split(' ')

/** The number of weeks that a large fleet has behind it when a bench looks at it. */
export const HALF_A_YEAR = 26

/**
 * The drivers of the demonstration, and invented ones until there are `count`; each invented one works as one of the
 * demonstration does.
 */
export function manyDrivers(count: number): DemoDriver[] {
  const more = Array.from({ length: Math.max(0, count - DRIVERS.length) }, (_, at): DemoDriver => {
    const like = DRIVERS[at % DRIVERS.length]!
    const [first, last] = [FIRST[at % FIRST.length]!, LAST[Math.floor(at / FIRST.length) % LAST.length]!]
    // M13 has left the demonstration.
    const number = DRIVERS.length + 2 + at
    const letters = String.fromCodePoint(65 + Math.floor(at / 26), 65 + (at % 26))
    return {
      ...like,
      ref: `M${number}`,
      name: `${first} ${last}`,
      uber: like.uber && [first, last],
      bolt: like.bolt && `${first} ${last}`,
      car: { ...like.car, plate: `ZY-${String(10 + (at % 90))}-${letters}` },
    }
  })
  return [...DRIVERS.slice(0, count), ...more]
}

/** The newest week that has ended and the weeks before it, `count` in all, oldest first. */
export function weeksBefore(now: Temporal.Instant, count: number) {
  const ended = previousWeek(weekAt(now))
  return Array.from({ length: count }, (_, ago) => previousWeek(ended, ago + 1)).toReversed()
}

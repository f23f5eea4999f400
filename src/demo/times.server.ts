import { knownIn } from '#domain/certain.ts'
import { ZONE } from '#domain/week.ts'
import type { Activity } from '#domain/working-times.ts'
import { keepTimes } from '#features/weeks/working-times/commands.server.ts'
import type { RecordLine } from '#features/weeks/working-times/schema.ts'
import { makeChange } from './change.server.ts'

/** What the invented application of the demonstration is called. */
export const RECORD_NAME = 'Registo de Tempos (exemplo)'

/** Days back to which the records go. */
const DAYS = 40

type Part = readonly [from: string, to: string, activity: Activity]

const USUAL: readonly Part[] = [
  ['07:45', '08:00', 'work'],
  ['08:00', '12:15', 'driving'],
  ['12:15', '13:15', 'break'],
  ['13:15', '15:45', 'driving'],
]
/** One day of one driver is too long, and one of another near it. */
const LONG: readonly Part[] = [
  ['06:30', '12:30', 'driving'],
  ['12:30', '13:00', 'break'],
  ['13:00', '17:50', 'driving'],
]
const NEAR: readonly Part[] = [
  ['07:30', '12:30', 'driving'],
  ['12:30', '13:30', 'break'],
  ['13:30', '17:55', 'driving'],
]
const OF: readonly { ref: string; fromDriver: boolean; odd?: { daysAgo: number; parts: readonly Part[] } }[] = [
  { ref: 'M1', fromDriver: true, odd: { daysAgo: 3, parts: NEAR } },
  { ref: 'M2', fromDriver: false },
  { ref: 'M3', fromDriver: false, odd: { daysAgo: 2, parts: LONG } },
]

/** Some drivers' records have come, each as its application wrote it: who has one, and who has none. */
export async function recordTimes(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  for (const { ref, fromDriver, odd } of OF) {
    const driverId = knownIn(driverIds, ref)
    const lines: RecordLine[] = []
    let text = 'Data;Início;Fim;Atividade\r\n'
    for (let ago = DAYS; ago >= 1; ago -= 1) {
      const day = today.subtract({ days: ago })
      if (day.dayOfWeek === 7) continue
      for (const [start, end, activity] of odd?.daysAgo === ago ? odd.parts : USUAL) {
        const at = (clock: string) =>
          day.toZonedDateTime({ timeZone: ZONE, plainTime: clock }).epochMilliseconds / 1_000
        lines.push({ line: lines.length + 2, driverId, from: at(start), to: at(end), activity, plate: '' })
        text += `${day.toLocaleString('pt-PT', { day: '2-digit', month: '2-digit', year: 'numeric' })};${start};${end};${WORDS[activity]}\r\n`
      }
    }
    await makeChange('times.keep', now.subtract({ hours: 5 }), (change) =>
      keepTimes(change, {
        driverId,
        file: { name: `tempos-${ref.toLowerCase()}.csv`, bytes: new TextEncoder().encode(text) },
        source: RECORD_NAME,
        fromDriver,
        lines,
      }),
    )
  }
}

const WORDS: Readonly<Record<Activity, string>> = {
  driving: 'Condução',
  work: 'Outro trabalho',
  break: 'Pausa',
  rest: 'Descanso',
}

import { requireValue } from '#domain/certain.ts'
import { ZONE } from '#domain/week.ts'
import type { Activity } from '#domain/working-times.ts'
import { takeTimes, setUpTimeList } from '#features/weeks/time-lists/commands.server.ts'
import { makeChange } from './change.server.ts'

/** Name of the invented application that records working times. */
export const RECORD_NAME = 'Registo de Tempos (exemplo)'

/** Minimum number of past days with records, which begin on a Monday. */
const DAYS = 40

type Part = readonly [from: string, to: string, activity: Activity]

const USUAL: readonly Part[] = [
  ['07:45', '08:00', 'work'],
  ['08:00', '12:15', 'driving'],
  ['12:15', '13:15', 'break'],
  ['13:15', '15:45', 'driving'],
]
/** Six such days are near the limit of a week on average. */
const FULL: readonly Part[] = [
  ['07:45', '08:00', 'work'],
  ['08:00', '12:30', 'driving'],
  ['12:30', '13:30', 'break'],
  ['13:30', '16:20', 'driving'],
]
/** A day that is too long, and below one that is nearly too long. */
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
const OF: readonly {
  ref: string
  fromDriver: boolean
  usual?: readonly Part[]
  odd?: { daysAgo: number; parts: readonly Part[] }
}[] = [
  { ref: 'M1', fromDriver: true, odd: { daysAgo: 3, parts: NEAR } },
  { ref: 'M2', fromDriver: false, usual: FULL },
  { ref: 'M3', fromDriver: false, odd: { daysAgo: 2, parts: LONG } },
]

/** Imports drivers' records of working times: the first file is set up, the others are read in the same way, and one waits. */
export async function recordTimes(now: Temporal.Instant, driverIds: ReadonlyMap<string, string>): Promise<void> {
  const earlier = now.subtract({ hours: 5 })
  for (const [place, { ref, fromDriver, ...days }] of OF.entries()) {
    const given = { driverId: requireValue(driverIds, ref), fromDriver }
    const file = {
      name: `tempos-${ref.toLowerCase()}.csv`,
      bytes: new TextEncoder().encode(textOf(now, days)),
    }
    const outcome = await makeChange('times.keep', earlier, (change) => takeTimes(change, file, given))
    if (place === 0 && outcome.is === 'waiting')
      await makeChange('times.teach', earlier, (change) =>
        setUpTimeList(change, outcome.id, {
          source: RECORD_NAME,
          headerLine: null,
          draft: { columns: { date: 0, from: 1, to: 2, activity: 3 }, words: null, plain: 'driving', dates: 'dmy' },
        }),
      )
  }
  const unknown = { name: 'livro-digital.csv', bytes: new TextEncoder().encode(UNKNOWN) }
  await makeChange('times.keep', now.subtract({ hours: 2 }), (change) =>
    takeTimes(change, unknown, { driverId: requireValue(driverIds, 'M6'), fromDriver: true }),
  )
}

/** A file of another application, whose columns are not set up yet. */
const UNKNOWN =
  'Começou;Acabou;O quê\r\n25/11/2026 07:30;25/11/2026 12:00;Ao volante\r\n25/11/2026 13:00;25/11/2026 16:10;Ao volante\r\n'

function textOf(now: Temporal.Instant, { usual = USUAL, odd }: Pick<(typeof OF)[number], 'usual' | 'odd'>): string {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const rows = ['Data;Início;Fim;Atividade']
  for (let ago = DAYS + today.subtract({ days: DAYS }).dayOfWeek - 1; ago >= 1; ago -= 1) {
    const day = today.subtract({ days: ago })
    if (day.dayOfWeek === 7) continue
    const written = `${String(day.day).padStart(2, '0')}/${String(day.month).padStart(2, '0')}/${day.year}`
    for (const [start, end, activity] of odd?.daysAgo === ago ? odd.parts : usual)
      rows.push([written, start, end, WORDS[activity]].join(';'))
  }
  return `${rows.join('\r\n')}\r\n`
}

const WORDS: Readonly<Record<Activity, string>> = {
  driving: 'Condução',
  work: 'Outro trabalho',
  break: 'Pausa',
  rest: 'Descanso',
}

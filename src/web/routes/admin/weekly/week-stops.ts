import type { WeekState } from '#domain/settlement-state.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatStripDay } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import type { Stop } from '#web/ui/road.tsx'
import { deciding } from './deciding.ts'

/** The seven days, each with its movements: a day without any is seen at once. */
export function dayStops({ days }: Pick<WeekShown, 'days'>, t: Translator): Stop[] {
  const counts = days.some(({ movements }) => movements > 0)
  return days.map(({ day, state, movements }) => ({
    label: formatStripDay(day, t.language),
    state,
    ...(counts && state !== 'todo'
      ? { note: formatNumber(movements, t.language), unit: t('page.week.road.movements', { count: movements }) }
      : {}),
  }))
}

const STATES = ['data', 'calculation', 'review', 'approved', 'paid', 'closed'] as const satisfies readonly WeekState[]

/** Where the week stands; amber on the stop that waits for somebody. */
export function stateStops(page: WeekShown, t: Translator): Stop[] {
  const open = deciding(page.questions).length
  const here = STATES.indexOf(waitsAt(page, open))
  const notes = notesOf(page, open, t)
  return STATES.map((state, index): Stop => {
    const note = notes[state]
    const needs = open > 0 || page.sources.some(({ missing }) => missing)
    const stands = page.state === 'closed' || index < here ? 'done' : index > here ? 'todo' : needs ? 'warn' : 'now'
    return { label: t(`page.week.states.${state}`), state: stands, ...(note ? { note } : {}) }
  })
}

/** What is calculated and asks to be decided waits for its review, whatever the states of its statements say. */
function waitsAt({ state, moments }: WeekShown, open: number): WeekState {
  return state === 'calculation' && open > 0 && moments.calculated ? 'review' : state
}

function notesOf(page: WeekShown, open: number, t: Translator): Partial<Record<WeekState, string>> {
  const present = page.sources.filter(({ files }) => files.length > 0).length
  const expected = present + page.sources.filter(({ missing }) => missing).length
  const { approvedOn, payOn, calculated } = page.moments
  const statements = page.people.settled
  return {
    data:
      expected > present
        ? t('page.week.road.sourcesOf', { count: present, all: expected })
        : t('page.week.road.sources', { count: present }),
    ...(calculated ? { calculation: t('page.week.road.statements', { count: statements }) } : {}),
    ...(open > 0 ? { review: t('page.week.road.deciding', { count: open }) } : {}),
    approved: approvedOn ? formatDayShort(approvedOn, t.language) : t('page.week.road.pending'),
    ...(page.checks.payable > 0 ? { paid: formatStripDay(payOn, t.language) } : {}),
  }
}

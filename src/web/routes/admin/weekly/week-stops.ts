import type { WeekState } from '#domain/settlement-state.ts'
import type { WeekShown } from '#features/weeks/schema.ts'
import type { WeekStatusView } from '#features/weeks/status/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatStripDay } from '#messages/dates.ts'
import { formatNumber } from '#messages/numbers.ts'
import type { Stop } from '#web/ui/road.tsx'

/** The seven days with their movements, so that a day without any is noticed. */
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

/** The state of the week; amber on the stop that waits for somebody. */
export function stateStops(
  { state, asks }: Pick<WeekStatusView, 'state' | 'asks'>,
  t: Translator,
  notes: Notes = {},
): Stop[] {
  const here = STATES.indexOf(state)
  return STATES.map((stop, index): Stop => {
    const note = notes[stop]
    const stopState = state === 'closed' || index < here ? 'done' : index > here ? 'todo' : asks ? 'warn' : 'now'
    return { label: t(`page.week.states.${stop}`), state: stopState, ...(note ? { note } : {}) }
  })
}

type Notes = Partial<Record<WeekState, string>>

/** The note of each stop, if the whole week is known. */
export function stopNotes(page: Omit<WeekShown, 'answers'>, t: Translator): Notes {
  const open = page.status.toDecide
  const present = page.sources.filter(({ files }) => files.length > 0).length
  const expected = present + page.sources.filter(({ missing }) => missing).length
  const { approvedOn, payment, calculated } = page.moments
  const statements = page.people.settled
  return {
    data:
      expected > present
        ? t('page.week.road.sourcesOf', { count: present, all: expected })
        : t('page.week.road.sources', { count: present }),
    ...(calculated ? { calculation: t('page.week.road.statements', { count: statements }) } : {}),
    ...(open > 0 ? { review: t('page.week.road.deciding', { count: open }) } : {}),
    // A week that closed automatically was never approved, and waits for no approval.
    ...(approvedOn
      ? { approved: formatDayShort(approvedOn, t.language) }
      : page.status.state === 'closed'
        ? {}
        : { approved: t('page.week.road.pending') }),
    ...(page.checks.payable > 0 ? { paid: formatStripDay(payment.on, t.language) } : {}),
  }
}

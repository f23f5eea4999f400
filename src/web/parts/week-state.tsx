import type { WeekState } from '#domain/settlement-state.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Record<WeekState, StateTone> = {
  data: 'todo',
  calculation: 'warn',
  review: 'info',
  approved: 'info',
  paid: 'ok',
  closed: 'ok',
}

/** The state of a week: a dot and a word; amber while it waits for somebody. */
export function WeekStateWord({ state, asks }: { state: WeekState; asks: boolean }) {
  const t = useT()
  return <State tone={asks ? 'warn' : TONES[state]}>{t(`page.week.states.${state}`)}</State>
}

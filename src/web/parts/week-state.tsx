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

/** Where a week stands: a dot and a word; amber while somebody is needed. */
export function WeekStateWord({ state, needs = false }: { state: WeekState; needs?: boolean }) {
  const t = useT()
  return <State tone={needs && state !== 'closed' ? 'warn' : TONES[state]}>{t(`page.week.states.${state}`)}</State>
}

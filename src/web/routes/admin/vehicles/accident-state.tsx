import type { AccidentState as StateName } from '#domain/accident.ts'
import { useT } from '#web/i18n.tsx'
import { State } from '#web/ui/state.tsx'

const TONES = { unreported: 'warn', reported: 'info', closed: 'ok' } as const

/** How far an accident is, in a word. */
export function AccidentState({ state, isLate = false }: { state: StateName; isLate?: boolean }) {
  const t = useT()
  return <State tone={isLate ? 'bad' : TONES[state]}>{t(`page.accidents.states.${state}`)}</State>
}

import type { CorrectionState as StateName } from '#domain/correction.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Readonly<Record<StateName, StateTone>> = { open: 'warn', done: 'ok', declined: 'bad', withdrawn: 'todo' }

export function CorrectionState({ state }: { state: StateName }) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.corrections.states.${state}`)}</State>
}

import type { SettlementState } from '#domain/settlement-state.ts'
import { useT } from '#web/i18n.tsx'
import { State, type StateTone } from '#web/ui/state.tsx'

const TONES: Record<SettlementState, StateTone> = {
  draft: 'todo',
  issued: 'info',
  approved: 'ok',
  'in-batch': 'info',
  paid: 'ok',
  void: 'bad',
}

/** The state of a statement: a dot and a word. */
export function SettlementStateWord({ state }: { state: SettlementState }) {
  const t = useT()
  return <State tone={TONES[state]}>{t(`page.settlementStates.${state}`)}</State>
}

import { type DamageView, type Proposal, damageWord, shownProposal } from '#features/fleet/damages/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { useT } from '#web/i18n.tsx'
import { State } from '#web/ui/state.tsx'

const TONES = { noted: 'warn', proposed: 'info', contested: 'bad', settled: 'ok', charged: 'ok' } as const

export function DamageState({ damage }: { damage: Pick<DamageView, 'state' | 'isCharged'> }) {
  const t = useT()
  const word = damageWord(damage)
  return <State tone={TONES[word]}>{t(`page.inspections.damage.states.${word}`)}</State>
}

/** Says in a form which proposal of the damage it was opened about. */
export function AboutProposal({ damage }: { damage: Proposal }) {
  return <input type="hidden" name="proposalSeen" value={shownProposal(damage)} />
}

/** "Risco: porta esquerda da frente". */
export function damageTitle({ type, part }: Pick<DamageView, 'type' | 'part'>, t: Translator): string {
  return t('page.inspections.damage.title', {
    type: t(`page.inspections.types.${type}`),
    part: t(`page.inspections.parts.${part}`),
  })
}

import type { Breach, BreachState } from '#features/oversight/breaches/schema.ts'
import type { Translator } from '#messages/catalogue.ts'

export const BREACH_TONES = {
  late: 'bad',
  running: 'warn',
  told: 'info',
  closed: 'ok',
} as const satisfies Record<BreachState, string>

/** The state, with the hours left while the clock runs. */
export function hoursWords({ state, hoursLeft }: Pick<Breach, 'state' | 'hoursLeft'>, t: Translator): string {
  if (state === 'running') return t('page.privacy.breaches.hoursLeft', { count: hoursLeft })
  return t(`page.privacy.breaches.states.${state}`)
}

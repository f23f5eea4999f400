import { type ApplicationState, isOpen } from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import type { StateTone } from '#web/ui/state.tsx'

export const APPLICATION_TONES: Readonly<Record<ApplicationState, StateTone>> = {
  started: 'todo',
  received: 'warn',
  talking: 'info',
  checking: 'info',
  approved: 'ok',
  rejected: 'bad',
  withdrawn: 'todo',
}

/** The application's column on the board, or how it was decided. */
export function placeWords({ state, stage }: Pick<ApplicationRow, 'state' | 'stage'>, t: Translator): string {
  return isOpen(state) && stage ? stage[t.language] : t(`page.recruitment.states.${state}`)
}

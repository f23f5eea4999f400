import type { ApplicationState } from '#domain/application.ts'
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

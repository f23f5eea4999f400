import type { IbanState } from '#domain/driver.ts'
import type { StateTone } from '#web/ui/state.tsx'

export const STATUS_TONES: Readonly<Record<string, StateTone>> = {
  pending: 'todo',
  active: 'ok',
  suspended: 'warn',
  inactive: 'info',
}

export const IBAN_TONES: Readonly<Record<IbanState, StateTone>> = {
  ready: 'ok',
  held: 'warn',
  unchecked: 'warn',
  invalid: 'bad',
  missing: 'warn',
}

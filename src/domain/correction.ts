/** Fields of the own record that a driver can report as wrong, in the order of the page. */
export const CORRECTABLE = [
  'name',
  'email',
  'phone',
  'nif',
  'iban',
  'startedOn',
  'car',
  'platforms',
  'terms',
  'other',
] as const
export type Correctable = (typeof CORRECTABLE)[number]

export const CORRECTION_STATES = ['open', 'done', 'declined', 'withdrawn'] as const
export type CorrectionState = (typeof CORRECTION_STATES)[number]

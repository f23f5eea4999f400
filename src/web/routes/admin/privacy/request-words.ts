import type { RequestState } from '#features/oversight/data-requests/schema.ts'

export const REQUEST_TONES = {
  late: 'bad',
  open: 'warn',
  extended: 'warn',
  answered: 'ok',
  withdrawn: 'plain',
} as const satisfies Record<RequestState, string>

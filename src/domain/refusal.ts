/** Every way the house says no, with its HTTP status. Each code is also a key of `errors` in both catalogues. */
export const REFUSALS = {
  'access.denied': 403,
  'access.signed-out': 401,
  'record.not-found': 404,
  'record.changed-meanwhile': 409,
  'week.unreadable': 404,
  'form.reused': 422,
} as const satisfies Record<string, 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 503>

export type RefusalCode = keyof typeof REFUSALS
export type RefusalParams = Readonly<Record<string, string | number>>

/**
 * A rule said no, and the person in front of the screen can do something about it.
 * Anything else that is thrown is a defect: let it reach the error page.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly params: RefusalParams

  constructor(code: RefusalCode, params: RefusalParams = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}

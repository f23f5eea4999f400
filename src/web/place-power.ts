import { hasPower, type Power } from '#domain/access.ts'
import { withoutLanguage } from '#messages/language.ts'
import { useShell } from './shell/shell.ts'

/** What changing something asks for under each place of the office; the first that fits counts. */
const POWERS: readonly [place: RegExp, power: Power][] = [
  [/^\/admin\/users\/viewing$/, 'operations'],
  [/^\/admin\/(users|company|brand|system|mail\/[^/]+\/codes)\b/, 'house'],
  [/^\/admin\/weekly\/[^/]+\/(keys|passages|holder|anomalies|answers|rows(\/[^/]+)?)$/, 'operations'],
  [/^\/admin\/(weekly|account|financing|financial-settings|commissions|goals|second-person)\b/, 'money'],
  [/^\/admin\/drivers\/[^/]+\/(iban|terms|adjustments|account|merge|merges|departure(?!\/return))\b/, 'money'],
  [/^\/admin\b/, 'operations'],
]

/** Pages that are nothing but a form: whoever may not send it is not led there. */
const FORM_PAGE =
  /\/(new|handover|end|return|repayment|removal|retirement|undoing|void|payment|approval|rejection|acceptance|withdrawal|invite|holder|driver|vehicle|teach\/[^/]+)$/

/**
 * What a form that is sent to this place asks of its sender, as the action there asks too (`power` of `submit`);
 * `null` where it is everybody's own: the account, and all outside the office.
 */
export function powerAt(place: string): Power | null {
  const path = withoutLanguage(place.split(/[?#]/, 1)[0]!)
  if (path === '/admin/profile') return null
  return POWERS.find(([pattern]) => pattern.test(path))?.[1] ?? null
}

/** Whether the reader may send a form to this place: the server asks again. */
export function useMaySend(place: string): boolean {
  const user = useShell()?.user
  const power = powerAt(place)
  return power === null || (user != null && hasPower(user, power))
}

/** Whether a link is worth following for the reader: one to a form alone is, for whoever may send it. */
export function useMayFollow(place: string): boolean {
  const maySend = useMaySend(place)
  return maySend || !FORM_PAGE.test(place.split(/[?#]/, 1)[0]!)
}

import type { DataRequest, RequestState } from '#features/oversight/data-requests/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'

export const REQUEST_TONES = {
  late: 'bad',
  open: 'warn',
  extended: 'warn',
  answered: 'ok',
  withdrawn: 'plain',
} as const satisfies Record<RequestState, string>

/** The facts of a request that its small acts show. */
export function factsOf({ name, kind, by }: DataRequest, t: Translator) {
  return {
    person: name,
    what: t(`page.privacy.requests.kinds.${kind}`),
    until: formatDayShort(by, t.language),
  }
}

import { APPLICATION_STATES, type ApplicationState } from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'
import { APPLICATION_TONES } from './tones.ts'

const PLACE = '/admin/recruitment/list'
/** Each state a view, in the order applications go through them. */
const inState = (state: ApplicationState) => ({
  words: `page.recruitment.states.${state}` as const,
  holds: (row: ApplicationRow) => row.state === state,
})
const STATES = APPLICATION_STATES.filter((state) => state !== 'started')

/** The applications, as the page shows them and as a file takes them along: the newest first. */
export const CANDIDATES = list({
  place: PLACE,
  words: (word) => `page.recruitment.list.${word}`,
  found: ({ name, email, phone, municipality, referral }: ApplicationRow) => [
    name,
    email,
    phone,
    municipality,
    referral,
  ],
  href: ({ id }) => `/admin/recruitment/${id}`,
  views: Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  filters: {
    source: {
      words: 'page.recruitment.source',
      any: 'page.recruitment.sources.any',
      parts: {
        referred: { words: 'page.recruitment.sources.referred', holds: ({ referral }) => referral !== null },
        direct: { words: 'page.recruitment.sources.direct', holds: ({ referral }) => referral === null },
      },
    },
  },
  first: { by: 'sent', descending: true },
  together: {
    name: ({ name }) => name,
    acts: [
      { to: `${PLACE}/move`, words: 'page.recruitment.together.move' },
      { to: `${PLACE}/rejection`, words: 'page.recruitment.together.reject' },
    ],
  },
  columns: {
    name: {
      value: ({ name }) => name,
      cell: ({ name, isKnown }, t) =>
        isKnown ? (
          <>
            {name} <State tone="warn">{t('page.recruitment.known')}</State>
          </>
        ) : (
          name
        ),
      sorts: true,
    },
    state: {
      value: ({ state }, t) => t(`page.recruitment.states.${state}`),
      cell: ({ state }, t) => <State tone={APPLICATION_TONES[state]}>{t(`page.recruitment.states.${state}`)}</State>,
    },
    regime: { value: ({ regime }, t) => t(`page.fleet.regimes.${regime}`), sorts: true },
    phone: {
      value: ({ phone }) => phone,
      cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a>,
      wideOnly: true,
    },
    from: {
      value: ({ referral }) => referral,
      cell: ({ referral }, t) => referral ?? t('page.recruitment.direct'),
      sorts: true,
      wideOnly: true,
    },
    sent: {
      value: ({ sentAt }) => sentAt,
      cell: ({ sentAt }, t) => (sentAt ? formatInstant(sentAt, t.language) : null),
      sorts: true,
      wideOnly: true,
    },
  },
  head: (column) => `page.recruitment.columns.${column}`,
})

import {
  APPLICATION_SOURCES,
  APPLICATION_STATES,
  type ApplicationSource,
  type ApplicationState,
} from '#domain/application.ts'
import type { ApplicationRow } from '#features/recruitment/schema.ts'
import { formatInstant } from '#messages/dates.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'
import { sourceOf } from './board-card.tsx'
import { APPLICATION_TONES, placeWords } from './tones.ts'

const PLACE = '/admin/recruitment/list'
/** A view for each state, in the order of an application's life. */
const inState = (state: ApplicationState) => ({
  words: `page.recruitment.states.${state}` as const,
  holds: (row: ApplicationRow) => row.state === state,
})
const cameBy = (source: ApplicationSource) => ({
  words: `page.recruitment.heard.${source}` as const,
  holds: (row: ApplicationRow) => row.source === source,
})
const STATES = APPLICATION_STATES.filter((state) => state !== 'started')

/** The applications, for the page and for a file, the newest first. */
export const CANDIDATES = list({
  place: PLACE,
  words: (word) => `page.recruitment.list.${word}`,
  searchTexts: ({ name, email, phone, municipality, referral, stage }: ApplicationRow) => [
    ...[name, email, phone, municipality, referral],
    ...(stage ? [stage.pt, stage.en] : []),
  ],
  href: ({ id }) => `/admin/recruitment/${id}`,
  views: Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  filters: {
    source: {
      words: 'page.recruitment.source',
      any: 'page.recruitment.sources.any',
      parts: Object.fromEntries(APPLICATION_SOURCES.map((source) => [source, cameBy(source)])),
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
  groups: ['state', 'regime', 'from'],
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
      value: placeWords,
      cell: (row, t) => <State tone={APPLICATION_TONES[row.state]}>{placeWords(row, t)}</State>,
    },
    regime: { value: ({ regime }, t) => t(`page.fleet.regimes.${regime}`), sorts: true },
    phone: {
      value: ({ phone }) => phone,
      cell: ({ phone }) => <a href={`tel:${phone}`}>{phone}</a>,
      wideOnly: true,
    },
    from: {
      value: sourceOf,
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
  phone: { state: 'state', facts: ['regime', 'sent'] },
  head: (column) => `page.recruitment.columns.${column}`,
})

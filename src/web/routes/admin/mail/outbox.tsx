import {
  MAIL_GROUPINGS,
  MAIL_STATES,
  type MailSearch,
  type MailState,
  type OutboxMessage,
} from '#features/mail/schema.ts'
import { mailName } from '#web/parts/mail-name.ts'
import { type ListRequest, list } from '#web/parts/list.ts'
import { State, type StateTone } from '#web/ui/state.tsx'
import { MESSAGES_A_PAGE } from './shown-messages.ts'

const TONES: Record<MailState, StateTone> = { waiting: 'info', sent: 'ok', kept: 'info', spared: 'info', dead: 'bad' }

const inState = (wanted: MailState) => ({
  words: `page.mail.outbox.states.${wanted}` as const,
  holds: ({ state }: OutboxMessage) => state === wanted,
})

/** Every e-mail, with its result and the reason if it failed. There may be very many: the database finds and sorts them. */
export const OUTBOX = list({
  place: '/admin/mail',
  words: (word) => `page.mail.outbox.${word}`,
  searchTexts: ({ recipient, driver }: OutboxMessage) => [recipient, driver?.name ?? null],
  views: Object.fromEntries(MAIL_STATES.map((state) => [state, inState(state)])),
  filters: {
    whom: {
      words: 'page.mail.outbox.whom.label',
      any: 'page.mail.outbox.whom.any',
      parts: {
        drivers: { words: 'page.mail.outbox.whom.drivers', holds: ({ driver }) => driver !== null },
        others: { words: 'page.mail.outbox.whom.others', holds: ({ driver }) => driver === null },
      },
    },
  },
  groups: MAIL_GROUPINGS,
  first: { by: 'created', descending: true },
  together: {
    name: ({ recipient }) => recipient,
    acts: [{ to: '/admin/mail/together/retry', words: 'page.mail.outbox.several.open' }],
  },
  columns: {
    message: { value: ({ template }, t) => mailName(t, template), sorts: true },
    recipient: { value: ({ recipient }) => recipient, sorts: true },
    driver: { value: ({ driver }) => driver?.name ?? null, wideOnly: true },
    state: {
      value: ({ state }, t) => t(`page.mail.outbox.states.${state}`),
      cell: ({ state }, t) => <State tone={TONES[state]}>{t(`page.mail.outbox.states.${state}`)}</State>,
    },
    tries: { value: ({ tries }) => tries, kind: 'count', sorts: true, wideOnly: true },
    language: { value: ({ language }, t) => t(`page.fleet.driver.languages.${language}`), onlyInFile: true },
    created: { value: ({ createdAt }) => createdAt, kind: 'moment', sorts: true },
    sent: { value: ({ at, state }) => (isOut(state) ? at : null), kind: 'moment', onlyInFile: true },
    reason: { value: ({ reason }) => reason, onlyInFile: true },
  },
  phone: { identity: 'recipient', state: 'state', facts: ['message', 'created'] },
  head: (column) => `page.mail.outbox.columns.${column}`,
})

function isOut(state: MailState): boolean {
  return state === 'sent' || state === 'kept' || state === 'spared'
}

/** The questions of the address, as the database query needs them; `within`: one group, if its rows are asked for. */
export function searchOf(
  { q, view, filters, sort, page }: ListRequest,
  within: MailSearch['within'] = null,
): MailSearch {
  const { by, descending } = sort
  return { q, state: view, whom: filters['whom'] ?? '', within, by, descending, page, size: MESSAGES_A_PAGE }
}

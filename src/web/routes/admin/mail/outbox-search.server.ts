import { countMailBy } from '#features/mail/queries.server.ts'
import { MAIL_GROUPINGS, type MailGrouping, MAIL_STATES, type MailSearch } from '#features/mail/schema.ts'
import type { Translator } from '#messages/catalogue.ts'
import { type Groups, NONE, groupsCounted } from '#web/parts/list-groups.ts'
import { mailName } from '#web/parts/mail-name.ts'
import { type ListRequest, isGrouped } from '#web/parts/list.ts'
import { OUTBOX, searchOf } from './outbox.tsx'

/** The database query for the questions of the address, with groups if they are asked for. */
export async function outboxSearch(
  view: ListRequest,
  t: Translator,
): Promise<{ search: MailSearch; groups: Groups | null }> {
  const by = MAIL_GROUPINGS.find((name) => name === view.group)
  if (by === undefined) return { search: searchOf(view), groups: null }
  const counted = await countMailBy(searchOf(view), by)
  if (isGrouped(view)) {
    const groups = counted.map(({ value, count }) => ({ key: keyOf(by, value, t), count }))
    return { search: searchOf(view), groups: groupsCounted(OUTBOX, groups, by, t) }
  }
  const values = counted.filter(({ value }) => keyOf(by, value, t) === view.inside).map(({ value }) => value)
  return { search: searchOf(view, { by, values }), groups: null }
}

/** The key in the address for a value's group: the words of its column, so that a file finds the same rows. */
function keyOf(by: MailGrouping, value: string | null, t: Translator): string {
  if (value === null) return NONE
  if (by === 'message') return mailName(t, value)
  const state = MAIL_STATES.find((known) => known === value)
  return by === 'state' && state ? t(`page.mail.outbox.states.${state}`) : value
}

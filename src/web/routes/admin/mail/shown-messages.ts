import type { SavedView } from '#features/accounts/saved-views/schema.ts'
import type { Asked } from '#web/parts/list.ts'

/** Messages are two or three lines each on a phone: fewer on a page than records of one line. */
export const MESSAGES_A_PAGE = 25

/**
 * A list of messages that the database has searched, as its screen shows it. `counts`: by state, of all that the rest of the
 * search finds; `filter`: what else narrows the list, so that an empty one is told from one that found nothing.
 */
export function shownMessages<Message, Counts extends Record<string, number>>(
  { messages, count, counts }: { messages: Message[]; count: number; counts: Counts },
  { view, saved, filter }: { view: Asked; saved: SavedView[]; filter: string },
) {
  const total = Object.values<number>(counts).reduce((sum, one) => sum + one, 0)
  const pages = Math.max(1, Math.ceil(count / MESSAGES_A_PAGE))
  return {
    rows: messages,
    count,
    view,
    total,
    saved,
    size: MESSAGES_A_PAGE,
    page: Math.min(view.page, pages),
    counts: { ...counts, '': total },
    isEmpty: total === 0 && view.q === '' && !view.filters[filter],
  }
}

import type { SavedView } from '#features/accounts/saved-views/schema.ts'
import type { ListRequest } from '#web/parts/list.ts'

/** Messages on a page: fewer than records of one line, since each has two or three lines on a phone. */
export const MESSAGES_A_PAGE = 25

/**
 * A list of messages that the database has searched, as its screen shows it. `counts`: by state, of everything that the rest
 * of the search finds. `filter`: what else narrows the list, so that an empty list differs from a search without results.
 */
export function shownMessages<Message, Counts extends Record<string, number>>(
  { messages, count, counts }: { messages: Message[]; count: number; counts: Counts },
  { view, saved, filter }: { view: ListRequest; saved: SavedView[]; filter: string },
) {
  const total = Object.values<number>(counts).reduce((sum, stateCount) => sum + stateCount, 0)
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

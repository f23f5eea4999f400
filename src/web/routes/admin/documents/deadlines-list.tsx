import type { Deadline } from '#features/papers/deadlines/schema.ts'
import { formatNumber } from '#messages/numbers.ts'
import { list } from '#web/parts/list.ts'
import { State } from '#web/ui/state.tsx'

const isAsked = ({ state }: Deadline) => state === 'asked'
const isOver = ({ daysLeft }: Deadline) => daysLeft !== null && daysLeft < 0

/** Urgencies of deadlines, the most urgent first. */
const URGENCIES = ['ended', 'late', 'due', 'ends', 'asked', 'sent'] as const
type Urgency = (typeof URGENCIES)[number]

export function urgencyOf(deadline: Deadline): Urgency {
  if (deadline.isOnItsWay) return 'sent'
  if (deadline.state === 'due') return 'due'
  if (isAsked(deadline)) return isOver(deadline) ? 'late' : 'asked'
  return isOver(deadline) ? 'ended' : 'ends'
}

const urgency = (wanted: Urgency) => ({
  words: `page.papers.deadlines.standings.${wanted}` as const,
  holds: (deadline: Deadline) => urgencyOf(deadline) === wanted,
})
export const TONES = { ended: 'bad', late: 'bad', due: 'warn', ends: 'warn', asked: 'todo', sent: 'info' } as const

/** The papers of drivers, cars and the operator that end or were asked for. */
export const DEADLINES = list({
  place: '/admin/documents/deadlines',
  words: (word) => `page.papers.deadlines.${word}`,
  searchTexts: ({ of, kindName }: Deadline) => [of, kindName.pt, kindName.en],
  href: hrefOf,
  views: Object.fromEntries(URGENCIES.map((name) => [name, urgency(name)])),
  filters: {
    holder: {
      words: 'page.papers.deadlines.holder',
      any: 'page.papers.deadlines.anyHolder',
      parts: {
        driver: { words: 'page.papers.kinds.of.driver', holds: ({ holder }) => holder === 'driver' },
        car: { words: 'page.papers.kinds.of.car', holds: ({ holder }) => holder === 'car' },
        company: { words: 'page.papers.kinds.of.company', holds: ({ holder }) => holder === 'company' },
      },
    },
  },
  together: {
    name: ({ of, kindName }) => `${of}, ${kindName.pt}`,
    acts: [{ to: '/admin/documents/deadlines/together', words: 'page.papers.askAgain.together' }],
  },
  first: { by: 'on', descending: false },
  groups: ['of', 'paper', 'on', 'state'],
  columns: {
    of: { value: ({ of }, t) => of || t('page.papers.deadlines.company'), sorts: true },
    paper: { value: ({ kindName }, t) => kindName[t.language], sorts: true },
    on: { value: ({ on }) => on, kind: 'day', sorts: true },
    left: {
      value: ({ daysLeft }) => daysLeft,
      cell: ({ daysLeft }, t) => (daysLeft === null ? '–' : formatNumber(daysLeft, t.language)),
      kind: 'count',
      wideOnly: true,
    },
    state: {
      value: (deadline, t) => t(`page.papers.deadlines.standings.${urgencyOf(deadline)}`),
      cell: (deadline, t) => (
        <State tone={TONES[urgencyOf(deadline)]}>{t(`page.papers.deadlines.standings.${urgencyOf(deadline)}`)}</State>
      ),
      order: (deadline) => URGENCIES.indexOf(urgencyOf(deadline)),
      sorts: true,
    },
  },
  phone: { state: 'state', facts: ['paper', 'on'] },
  head: (column) => `page.papers.deadlines.columns.${column}`,
})

type Whose = Pick<Deadline, 'holder' | 'ofId'> & { id?: string; state?: Deadline['state'] }

/** The page for a deadline, on which the next paper is added, asked for or reviewed. */
export function hrefOf({ id, holder, ofId, state }: Whose): string {
  if (ofId === null) return '/admin/documents/company'
  if (state === 'contract') return `/admin/contracts/${id}`
  if (state === 'age') return `/admin/vehicles/${ofId}`
  return holder === 'driver' ? `/admin/drivers/${ofId}/papers` : `/admin/vehicles/${ofId}/papers`
}

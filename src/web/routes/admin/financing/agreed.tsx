import { driversApart } from '#domain/driver.ts'
import { minus, sum } from '#domain/money.ts'
import { PLAN_KINDS, type PlanKind } from '#domain/plan.ts'
import { ZONE, weekName } from '#domain/week.ts'
import { type PlanView, givenUp, paidBesides, isInForce } from '#features/plans/schema.ts'
import { list } from '#web/parts/list.ts'
import { NextInstalment, PlanState } from '#web/parts/plan-parts.tsx'

const STATES = ['requested', 'active', 'paid', 'declined', 'cancelled', 'replaced'] as const

const inState = (wanted: PlanView['state']) => ({
  words: `page.plans.states.${wanted}` as const,
  holds: ({ state }: PlanView) => state === wanted,
})

const ofKind = (wanted: PlanKind) => ({
  words: `page.plans.kinds.${wanted}` as const,
  holds: ({ kind }: PlanView) => kind === wanted,
})

/**
 * Debts that drivers repay and deposits they build up: requests first, then the plans; declined and withdrawn ones have
 * views of their own.
 */
export const PLANS = list({
  place: '/admin/financing',
  words: (word) => (word === 'title' ? 'page.plans.title' : `page.plans.list.${word}`),
  holds: (plan: PlanView) => isInForce(plan) || plan.state === 'requested',
  apart: driversApart,
  searchTexts: ({ driver, reason }) => [driver.name, driver.ref, reason],
  views: Object.fromEntries(STATES.map((state) => [state, inState(state)])),
  filters: {
    kind: {
      words: 'page.plans.list.kind',
      any: 'page.plans.list.anyKind',
      parts: Object.fromEntries(PLAN_KINDS.map((kind) => [kind, ofKind(kind)])),
    },
  },
  first: { by: 'state', descending: false },
  groups: ['driver', 'kind', 'state', 'agreedOn', 'next'],
  columns: {
    driver: { value: ({ driver }) => driver.name, sorts: true },
    ref: { value: ({ driver }) => driver.ref, onlyInFile: true },
    kind: {
      value: ({ kind }, t) => t(`page.plans.kinds.${kind}`),
      cell: ({ kind, reason }, t) => `${t(`page.plans.kinds.${kind}`)} · ${reason}`,
      sorts: true,
    },
    reason: { value: ({ reason }) => reason, onlyInFile: true },
    agreedOn: { value: ({ agreedOn }) => agreedOn, kind: 'day', onlyInFile: true },
    firstWeek: { value: ({ first }) => weekName(first), onlyInFile: true },
    count: { value: ({ count }) => count, kind: 'count', onlyInFile: true },
    // Changed conditions share out what was owed then; the total is that of all versions.
    shared: { value: ({ total, down }) => sum([total, minus(down)]), kind: 'money', onlyInFile: true },
    // For a plan that no longer counts, only the total is shown.
    total: {
      value: (plan) => (isInForce(plan) ? plan.agreed : plan.total),
      kind: 'money',
      sums: true,
      sorts: true,
      wideOnly: true,
    },
    paid: {
      value: (plan) => (isInForce(plan) ? sum([plan.taken, paidBesides(plan)]) : null),
      kind: 'money',
      sums: true,
      sorts: true,
      wideOnly: true,
    },
    taken: { value: (plan) => (isInForce(plan) ? plan.taken : null), kind: 'money', onlyInFile: true },
    besides: { value: (plan) => (isInForce(plan) ? paidBesides(plan) : null), kind: 'money', onlyInFile: true },
    givenUp: { value: (plan) => (isInForce(plan) ? givenUp(plan) : null), kind: 'money', onlyInFile: true },
    remaining: { value: (plan) => (isInForce(plan) ? plan.remaining : null), kind: 'money', sums: true, sorts: true },
    held: {
      value: (plan) => (isInForce(plan) && plan.kind === 'deposit' ? plan.held : null),
      kind: 'money',
      onlyInFile: true,
    },
    next: {
      value: ({ coming }) => (coming[0] ? weekName(coming[0].week) : null),
      cell: (plan) => (plan.coming[0] ? <NextInstalment {...plan} /> : null),
      sorts: true,
    },
    state: {
      value: ({ state }, t) => t(`page.plans.states.${state}`),
      cell: ({ state }) => <PlanState state={state} />,
      // Requests that wait for an answer come first.
      order: ({ state }) => STATES.indexOf(state),
      sorts: true,
    },
    accepted: { value: ({ acceptedAt }) => dayOf(acceptedAt), kind: 'day', onlyInFile: true },
    decided: { value: ({ decidedAt }) => dayOf(decidedAt), kind: 'day', onlyInFile: true },
    decision: { value: ({ decision }) => decision, onlyInFile: true },
  },
  phone: { amount: 'remaining', state: 'state', facts: ['kind', 'next'] },
  head: (column) => `page.plans.list.${column}`,
})

function dayOf(at: string | null): string | null {
  return at && Temporal.Instant.from(at).toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

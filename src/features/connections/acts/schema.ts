import { z } from 'zod'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import { type ActCause, type ActKind, type ActState, type ActWord, ACT_KINDS, ACT_WORDS } from '#domain/platform-act.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { day, money, tick } from '#forms/fields.ts'
import { BY_INTERFACE } from '#integrations/connections/acts.ts'
import { record } from '#forms/record.ts'

/** What somebody wants of a platform for a driver: `uber:cash-off`. */
export const proposeInput = z.object({
  driver: z.string('field.required').max(60),
  act: z.string().transform((said, ctx) => {
    const [provider, kind] = said.split(':')
    const known = { provider: PLATFORMS.find((one) => one === provider), kind: ACT_KINDS.find((one) => one === kind) }
    if (known.provider && known.kind && !isOfCar(known.kind)) return { provider: known.provider, kind: known.kind }
    ctx.addIssue({ code: 'custom', message: 'field.choice' })
    return z.NEVER
  }),
})

/** When an act was done in the portal. */
export const portalRecord = record({ onDay: day('fleet', { until: 'today' }) }, () => 'page.platformActs.act.onDay')

/** What somebody says to an act; `onDay` of one that was done in the portal. */
export const actWordInput = z.object({ intent: z.enum(ACT_WORDS), onDay: portalRecord.fields.onDay.optional() })

export const cashRuleRecord = record(
  { isOn: tick(), limit: money(), byItself: tick() },
  (name) => `page.platformActs.rule.${name}`,
)
/** A rule that is on names its sum: of nought everybody would owe too much. */
export const cashRuleInput = cashRuleRecord.input.refine(({ isOn, limit }) => !isOn || limit > 0, {
  path: ['limit'],
  message: 'field.required',
})
export type CashRule = { isOn: boolean; limit: Cents; byItself: boolean }

/** What an account has to be allowed for an act that its platform's interface does; `null` for one that is done in the portal alone. */
export function scopesFor(provider: Platform, kind: ActKind): readonly string[] | null {
  return BY_INTERFACE[provider][kind] ?? null
}

export function isOfCar(kind: ActKind): boolean {
  return kind === 'assign' || kind === 'unassign'
}

/** How a driver stands with a platform before the first trip: the platform knows them, or somebody wants the invitation, or neither. */
export type Invitation = { provider: Platform; isThere: boolean; act: { id: string; state: ActState } | null }

/** An act as the office sees it. Moments are text. */
export type PlatformAct = {
  id: string
  provider: Platform
  kind: ActKind
  driver: DriverName
  car: { id: string; plate: string } | null
  cause: ActCause
  owed: Cents | null
  limit: Cents | null
  state: ActState
  proposedAt: string
  proposedBy: string | null
  confirmedAt: string | null
  confirmedBy: string | null
  sends: number
  endedAt: string | null
  endedBy: string | null
  doneOn: string | null
  trouble: string | null
  said: string | null
  /** Whether the platform's own list shows it since: `null` where it was not fetched since, or does not tell. */
  isShown: boolean | null
  words: readonly ActWord[]
}

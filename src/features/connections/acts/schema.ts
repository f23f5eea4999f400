import { z } from 'zod'
import { PLATFORMS, type Platform } from '#domain/performance.ts'
import {
  type ActCause,
  type ActKind,
  type ActState,
  type OfficeActAnswer,
  ACT_KINDS,
  OFFICE_ACT_ANSWERS,
} from '#domain/platform-act.ts'
import type { DriverName } from '#domain/driver.ts'
import type { Cents } from '#domain/money.ts'
import { day, money, tick } from '#forms/fields.ts'
import { BY_INTERFACE } from '#integrations/connections/acts.ts'
import { record } from '#forms/record.ts'

/** The form that proposes an act for a driver: `uber:cash-off`. */
export const proposeInput = z.object({
  driver: z.string('field.required').max(60),
  act: z.string().transform((said, ctx) => {
    const [provider, kind] = said.split(':')
    const known = {
      provider: PLATFORMS.find((platform) => platform === provider),
      kind: ACT_KINDS.find((actKind) => actKind === kind),
    }
    if (known.provider && known.kind && !isOfCar(known.kind)) return { provider: known.provider, kind: known.kind }
    ctx.addIssue({ code: 'custom', message: 'field.choice' })
    return z.NEVER
  }),
})

/** The day on which an act was done in the portal. */
export const portalRecord = record({ onDay: day('fleet', { until: 'today' }) }, () => 'page.platformActs.act.onDay')

/** The form with the office's answer to an act; `onDay` for one done in the portal. */
export const actWordInput = z.object({
  intent: z.enum(OFFICE_ACT_ANSWERS),
  onDay: portalRecord.fields.onDay.optional(),
})

export const cashRuleRecord = record(
  { isOn: tick(), limit: money(), byItself: tick() },
  (name) => `page.platformActs.rule.${name}`,
)
/** A rule that is on needs a limit: with zero every driver would owe too much. */
export const cashRuleInput = cashRuleRecord.input.refine(({ isOn, limit }) => !isOn || limit > 0, {
  path: ['limit'],
  message: 'field.required',
})
export type CashRule = { isOn: boolean; limit: Cents; byItself: boolean }

/**
 * The scopes that the platform account needs for an act by the interface; `null` for an act that can only be done in
 * the portal.
 */
export function scopesFor(provider: Platform, kind: ActKind): readonly string[] | null {
  return BY_INTERFACE[provider][kind] ?? null
}

export function isOfCar(kind: ActKind): boolean {
  return kind === 'assign' || kind === 'unassign'
}

/**
 * A driver's invitation to a platform: the platform knows the driver (`isThere`), an invitation was made (`act`), or
 * neither.
 */
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
  detail: string | null
  /** Whether the platform's list shows the act as done; `null` when the list was not fetched since, or does not say. */
  isShown: boolean | null
  officeAnswers: readonly OfficeActAnswer[]
}

import type { LoaderFunctionArgs } from 'react-router'
import { hasPower } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Look } from '#features/positions/schema.ts'
import { requireAdmin } from '#web/session.server.ts'
import { lookRecord } from '#features/positions/moments/schema.ts'
import { limitsOf } from '#forms/record.ts'

/** Who asks for positions, with the reason in the address; `null` for office people who have no business with positions. */
export type Looking = Omit<Look, 'cars'> | null

/** Positions are for people who look after drivers and cars; an accountant reads only where files saw a car. */
export function lookOf({ request, context }: LoaderFunctionArgs, now: Temporal.Instant): Looking {
  const user = requireAdmin(context)
  if (!hasPower(user, 'operations')) return null
  const reason = (new URL(request.url).searchParams.get('reason') ?? '').slice(
    0,
    limitsOf(lookRecord.fields.reason).maxLength,
  )
  return { by: { uid: user.uid, role: 'admin' }, reason, now }
}

/** Carries out a look; answers `wantsReason` instead if the operator requires a reason and none was given. */
export async function showOrAskReason<Shown>(
  look: Promise<Shown> | null,
): Promise<{ shown: Shown | null; wantsReason: boolean }> {
  try {
    return { shown: await look, wantsReason: false }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'position.reason-missing') return { shown: null, wantsReason: true }
    throw error
  }
}

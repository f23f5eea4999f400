import type { z } from 'zod'
import { roleFrom } from '#domain/access.ts'
import { log } from '#platform/log.ts'
import type { record } from './answers.ts'
import type { IdentityUser } from './identity-user.ts'

export type SecondFactor = { id: string; name: string | null; enrolledAt: Temporal.Instant | null }

/** An account in the office's list. */
export type AccountRecord = IdentityUser & {
  createdAt: Temporal.Instant | null
  lastSignInAt: Temporal.Instant | null
  providers: string[]
  factors: SecondFactor[]
}

export function asRecord(found: z.output<typeof record>): AccountRecord {
  const { localId: uid, email = '', emailVerified, displayName, disabled, customAttributes } = found
  return {
    uid,
    email: email.toLowerCase(),
    emailVerified,
    displayName: displayName ?? null,
    role: roleFrom(claimIn(customAttributes)),
    disabled,
    createdAt: instantFrom(found.createdAt),
    lastSignInAt: instantFrom(found.lastLoginAt),
    providers: found.providerUserInfo.map(({ providerId }) => providerId),
    factors: found.mfaInfo.map(asFactor),
  }
}

type Factor = { mfaEnrollmentId: string; displayName?: string | undefined; enrolledAt?: string | undefined }

export function asFactor({ mfaEnrollmentId: id, displayName, enrolledAt }: Factor): SecondFactor {
  return { id, name: displayName ?? null, enrolledAt: enrolledAt ? Temporal.Instant.from(enrolledAt) : null }
}

/** Reads the role in custom claims, a JSON text; any other text gives no role. */
function claimIn(customAttributes: string | undefined): unknown {
  if (!customAttributes) return null
  try {
    const claims: unknown = JSON.parse(customAttributes)
    return typeof claims === 'object' && claims !== null && 'role' in claims ? claims.role : null
  } catch (error) {
    log.warn({ err: error }, 'the claims of an account are not JSON')
    return null
  }
}

function instantFrom(milliseconds: string | undefined): Temporal.Instant | null {
  return milliseconds && /^\d+$/.test(milliseconds)
    ? Temporal.Instant.fromEpochMilliseconds(Number(milliseconds))
    : null
}

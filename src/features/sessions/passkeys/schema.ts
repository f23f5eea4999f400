import { z } from 'zod'
import { line } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** A passkey as its owner sees it. Moments are text. */
export type PasskeyInList = { id: string; name: string; isSynced: boolean; at: string; usedAt: string | null }

/** The most passkeys of one person: more devices than anybody carries. */
export const MAX_PASSKEYS = 10

/** A browser's answer for a passkey, as JSON in a hidden field; empty where no script ran. */
export const passkeyAnswer = z.string().max(60_000).min(1, 'passkey.not-asked')

/** The name that a person gives a passkey. */
export const passkeyRecord = record({ name: line(60) }, () => 'page.security.passkeys.name', undefined, {
  tells: { name: 'device' },
})

/** The form of a sign-in by passkey. */
export const passkeySignIn = z.object({ passkey: passkeyAnswer })

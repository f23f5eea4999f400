import { db } from '#db/client.server.ts'
import { type Account, claimsOf } from './accounts.ts'

/**
 * "REDACTED" in base64, which shows that there is a password. No client gets the hash; the official one recognises
 * guests by its absence.
 */
const REDACTED = 'UkVEQUNURUQ='

type ProviderInfo = {
  providerId: string
  rawId: string
  federatedId: string | undefined
  email: string | undefined
  displayName: string | undefined
  photoUrl: string | undefined
  phoneNumber?: string
}

/** Describes accounts as `lookup` and the lists answer them: whole numbers as texts, moments in milliseconds or as RFC 3339. */
export async function describeAccounts(accounts: readonly Account[]) {
  const uids = accounts.map(({ uid }) => uid)
  if (uids.length === 0) return []
  const [links, factors] = await Promise.all([
    db.selectFrom('identity_providers').selectAll().where('uid', 'in', uids).orderBy('provider_id').execute(),
    db.selectFrom('identity_factors').selectAll().where('uid', 'in', uids).orderBy('enrolled_at').execute(),
  ])
  return accounts.map((account) => {
    const ownLinks = links.filter(({ uid }) => uid === account.uid)
    const ownFactors = factors.filter(({ uid }) => uid === account.uid)
    const hasPassword = account.password_hash !== null
    const custom = claimsOf(account)
    return {
      localId: account.uid,
      email: account.email,
      emailVerified: account.email_verified,
      displayName: account.display_name ?? undefined,
      photoUrl: account.photo_url ?? undefined,
      phoneNumber: account.phone_number ?? undefined,
      ...(hasPassword && {
        passwordHash: REDACTED,
        passwordUpdatedAt: (account.password_changed_at ?? account.created_at).epochMilliseconds,
      }),
      providerUserInfo: [...passwordInfo(account), ...ownLinks.map(linkInfo), ...phoneInfo(account)],
      validSince: String(validSince(account)),
      disabled: account.disabled || undefined,
      lastLoginAt: account.last_sign_in_at ? String(account.last_sign_in_at.epochMilliseconds) : undefined,
      createdAt: String(account.created_at.epochMilliseconds),
      lastRefreshAt: account.last_refresh_at?.toString({ smallestUnit: 'millisecond' }),
      customAttributes: Object.keys(custom).length > 0 ? JSON.stringify(custom) : undefined,
      mfaInfo: ownFactors.length > 0 ? ownFactors.map(describeFactor) : undefined,
    }
  })
}

/** Describes the account for the answer of `update`. */
export async function describeChange(account: Account) {
  const [info] = await describeAccounts([account])
  const { localId, email, emailVerified, displayName, photoUrl, passwordHash, providerUserInfo } = info!
  return { localId, email, emailVerified, displayName, photoUrl, providerUserInfo, passwordHash }
}

export function describeFactor(factor: { id: string; display_name: string | null; enrolled_at: Temporal.Instant }) {
  return {
    mfaEnrollmentId: factor.id,
    displayName: factor.display_name ?? undefined,
    enrolledAt: factor.enrolled_at.toString({ smallestUnit: 'millisecond' }),
    totpInfo: {},
  }
}

/** Answers in seconds the moment from which sign-ins are valid. */
export function validSince({ valid_since, created_at }: Account): number {
  return Math.floor((valid_since ?? created_at).epochMilliseconds / 1000)
}

function passwordInfo({ password_hash, email, display_name, photo_url }: Account): ProviderInfo[] {
  if (password_hash === null) return []
  const shown = { displayName: display_name ?? undefined, photoUrl: photo_url ?? undefined }
  return [{ providerId: 'password', rawId: email, federatedId: email, email, ...shown }]
}

function phoneInfo({ phone_number }: Account) {
  return phone_number ? [{ providerId: 'phone', rawId: phone_number, phoneNumber: phone_number }] : []
}

function linkInfo(link: {
  provider_id: string
  raw_id: string
  email: string | null
  display_name: string | null
  photo_url: string | null
}): ProviderInfo {
  return {
    providerId: link.provider_id,
    rawId: link.raw_id,
    federatedId: link.raw_id,
    email: link.email ?? undefined,
    displayName: link.display_name ?? undefined,
    photoUrl: link.photo_url ?? undefined,
  }
}

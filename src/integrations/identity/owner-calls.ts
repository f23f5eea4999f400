import type { Role } from '#domain/access.ts'
import { checkPassword } from '#domain/password.ts'
import { Refusal } from '#domain/refusal.ts'
import { type AccountRecord, asFactor, asRecord, type SecondFactor } from './account-record.ts'
import { ACTIONS, type ActionKind } from './action-code.ts'
import * as answers from './answers.ts'
import { type callsTo, read } from './calls.ts'
import type { IdentityUser, NewIdentityUser } from './identity-user.ts'

/** Makes the office's calls in the project's own name, with the service account. Each refuses `identity.service-account-missing`. */
export function ownerCalls(calls: ReturnType<typeof callsTo>) {
  async function lookup(account: { uid: string } | { email: string }): Promise<AccountRecord | null> {
    const body = 'uid' in account ? { localId: [account.uid] } : { email: [account.email.trim().toLowerCase()] }
    const [found] = read(answers.lookupAnswer, await calls.asOwner('/accounts:lookup', body)).users
    return found ? asRecord(found) : null
  }

  async function change(uid: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    const outcome = await calls.asOwner('/accounts:update', { localId: uid, ...fields })
    aboutAnother(() => read(answers.anything, outcome))
  }

  return {
    /** Creates a person. Refuses `invalid-email`, `email-already-in-use`, and what a password may lack. */
    createUser: async ({ role, password, emailVerified, ...person }: NewIdentityUser): Promise<IdentityUser> => {
      const email = person.email.trim().toLowerCase()
      checkForRole(password, role, email)
      const body = {
        email,
        password,
        emailVerified,
        ...(person.displayName ? { displayName: person.displayName } : {}),
      }
      const { localId: uid } = read(answers.createdAnswer, await calls.asOwner('/accounts', body))
      try {
        if (role === 'admin') await change(uid, roleClaim(role))
      } catch (error) {
        // Without its role the new administrator would be a driver nobody asked for: delete the account.
        await calls.asOwner('/accounts:delete', { localId: uid })
        throw error
      }
      return { uid, email, emailVerified, displayName: person.displayName, role, disabled: false }
    },

    /** Finds the person with this uid or e-mail, or `null`. */
    lookup,

    /** Sets a new password, also for somebody who forgot theirs; every earlier sign-in is void. Refuses `user-not-found`. */
    setPassword: async (uid: string, password: string): Promise<void> => {
      const person = await lookup({ uid })
      if (!person) throw new Refusal('identity.user-not-found')
      checkForRole(password, person.role, person.email)
      await change(uid, { password })
    },

    /** Sets the role, as the claim `role`. Refuses `user-not-found`. */
    setRole: (uid: string, role: Role): Promise<void> => change(uid, roleClaim(role)),

    /** Closes the account, or opens it again. Refuses `user-not-found`. */
    setDisabled: (uid: string, disabled: boolean): Promise<void> => change(uid, { disableUser: disabled }),

    /** Makes every sign-in before `moment` void; one that is void already stays so. Refuses `user-not-found`. */
    revoke: async (uid: string, moment: Temporal.Instant): Promise<void> => {
      const seconds = Math.floor(moment.epochMilliseconds / 1000)
      const { users } = read(answers.lookupAnswer, await calls.asOwner('/accounts:lookup', { localId: [uid] }))
      if (Number(users[0]?.validSince ?? 0) > seconds) return
      await change(uid, { validSince: String(seconds) })
    },

    /** Removes all second factors of somebody who lost theirs. Refuses `user-not-found`. */
    withdrawFactors: (uid: string): Promise<void> => change(uid, { mfa: { enrollments: [] } }),

    /**
     * Asks a signed-in person for a code: a code of one of these factors, with `confirmSecondFactor`, makes the sign-in
     * fresh. Only the embedded service does this; the hosted one refuses `internal-error`. Refuses
     * `multi-factor-info-not-found`.
     */
    askSecondFactor: async (uid: string): Promise<{ pending: string; factors: SecondFactor[] }> => {
      const outcome = await calls.asOwner('/accounts:askSecondFactor', { localId: uid })
      const { mfaPendingCredential: pending, mfaInfo } = read(answers.pendingAnswer, outcome)
      return { pending, factors: mfaInfo.map(asFactor) }
    },

    /** Deletes the person. One who is already gone is no error. */
    remove: async (uid: string): Promise<void> => {
      const outcome = await calls.asOwner('/accounts:delete', { localId: uid })
      try {
        aboutAnother(() => read(answers.anything, outcome))
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'identity.user-not-found') throw error
      }
    },

    /**
     * accounts:sendOobCode with the link in the answer, so that the message is ours. Answers the code, or `null` when
     * nobody has this e-mail. `newEmail` only with `change-email`.
     */
    makeActionCode: async (kind: ActionKind, email: string, newEmail?: string): Promise<string | null> => {
      const body = { requestType: ACTIONS[kind], email, returnOobLink: true, ...(newEmail ? { newEmail } : {}) }
      const outcome = await calls.asOwner('/accounts:sendOobCode', body)
      try {
        const { oobCode, oobLink } = read(answers.linkAnswer, outcome)
        return oobCode ?? URL.parse(oobLink ?? '')?.searchParams.get('oobCode') ?? null
      } catch (error) {
        if (error instanceof Refusal && error.code === 'identity.user-not-found') return null
        throw error
      }
    },

    /**
     * accounts:batchCreate: at most 1,000 people with their ids and hashes. Answers who could not be taken, by index in
     * the list and in the service's own words.
     */
    importUsers: async (upload: Readonly<Record<string, unknown>>): Promise<{ index: number; message: string }[]> =>
      read(answers.uploadAnswer, await calls.asOwner('/accounts:batchCreate', upload)).error,

    /** accounts:batchGet, up to 1,000 a page; `next` asks for the following one and is `null` on the last. */
    listUsers: async (page: string | null = null): Promise<{ users: AccountRecord[]; next: string | null }> => {
      const query = new URLSearchParams({ maxResults: '1000', ...(page ? { nextPageToken: page } : {}) })
      const answer = read(answers.listAnswer, await calls.asOwner(`/accounts:batchGet?${query}`, null))
      return { users: answer.users.map(asRecord), next: answer.nextPageToken ?? null }
    },
  }
}

/**
 * Checks a password for a role: the site asks more of administrators than the service does; for everybody else the
 * service's own policy decides.
 */
function checkForRole(password: string, role: Role, email: string): void {
  if (role === 'admin') checkPassword(password, { role, email })
}

function roleClaim(role: Role) {
  return { customAttributes: JSON.stringify(role === 'admin' ? { role } : {}) }
}

/** Turns "no such user" about another person into a refusal that does not end the caller's own session. */
function aboutAnother(work: () => unknown): void {
  try {
    work()
  } catch (error) {
    if (error instanceof Refusal && error.code === 'identity.user-token-expired')
      throw new Refusal('identity.user-not-found')
    throw error
  }
}

import type { JWTVerifyGetKey } from 'jose'
import type { PasswordPolicy } from './policy.ts'

/** What an installation decides about its identity service. */
export type Project = {
  /** `aud` of every token. */
  id: string
  /** What the protocol calls the project number: digits. */
  number: string
  /** `iss` of every token: never the hosted service's, so that neither takes the other's. */
  issuer: string
  /** The page the links of messages lead to. */
  actionUrl: string
  /** Hosts such a link may go on to, and sign-ins by another service may come from. */
  domains: readonly string[]
  /** `null`: none set, and a password has at least 6 characters (spec 5). */
  passwordPolicy: PasswordPolicy | null
  /** Answers never tell whether an e-mail has an account. */
  emailPrivacy: boolean
  /** Who opens accounts: anybody for themselves, or the office alone. */
  signUp: 'anyone' | 'office'
  /** Services whose sign-ins count here too. */
  providers: readonly Provider[]
}

/** A service whose ID tokens count here, as `google.com`. */
export type Provider = {
  id: string
  issuers: readonly string[]
  /** Our client id there. */
  audience: string
  /** Its public keys; jose's `createRemoteJWKSet` reads and keeps them. */
  keys: JWTVerifyGetKey
  /** What comes before its user number in `federatedId`. */
  federatedIdPrefix: string
}

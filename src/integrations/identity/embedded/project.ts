import type { JWTVerifyGetKey } from 'jose'
import type { PasswordPolicy } from './policy.ts'

/** Settings of an installation's identity service. */
export type Project = {
  /** `aud` of every token. */
  id: string
  /** Project number of the protocol: digits. */
  number: string
  /** `iss` of every token: never the hosted service's, so that neither accepts the other's tokens. */
  issuer: string
  /** Page to which the links of messages lead. */
  actionUrl: string
  /** Hosts to which such a link may lead on, and from which sign-ins by another service may come. */
  domains: readonly string[]
  /** `null`: none set, and a password has at least 6 characters (spec 5). */
  passwordPolicy: PasswordPolicy | null
  /** Whether answers hide if an e-mail has an account. */
  emailPrivacy: boolean
  /** Who may open accounts: anybody for themselves, or only the office. */
  signUp: 'anyone' | 'office'
  /** Other services whose sign-ins are accepted. */
  providers: readonly Provider[]
}

/** Another service whose ID tokens are accepted, as `google.com`. */
export type Provider = {
  id: string
  issuers: readonly string[]
  /** Our client id there. */
  audience: string
  /** Its public keys, which jose's `createRemoteJWKSet` reads and keeps. */
  keys: JWTVerifyGetKey
  /** Text before its user number in `federatedId`. */
  federatedIdPrefix: string
}

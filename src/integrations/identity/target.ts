/** How a request to an identity service travels: `fetch` to another machine, or a call within this process. */
export type IdentityTransport = (request: Request) => Promise<Response>

/** An identity service that speaks the Identity Toolkit protocol: the hosted one, the embedded one, or an emulator. */
export type IdentityTarget = {
  transport: IdentityTransport
  /** Without a slash at the end; `/v1/accounts:…` follows. */
  identityToolkit: string
  /** Without a slash at the end; `/v1/token` follows. */
  secureToken: string
  apiKey: string
  projectId: string
  /** The bearer of privileged calls; `null` when nobody gave this site a service account. */
  bearer: (() => Promise<string>) | null
  /**
   * A text by which the service believes this site that somebody is there (a custom token); `null` where it takes none: the
   * embedded service, which is asked in its owner's name, and a hosted one without a service account.
   */
  customToken: ((uid: string) => Promise<string>) | null
  /** What an ID token of this service says. Refuses `identity.internal-error` when it isn't this service's. */
  readIdToken: (idToken: string) => Promise<IdTokenClaims>
}

/** What an ID token says of the person and of the sign-in it comes from. */
export type IdTokenClaims = {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  /** The custom claim `role`, as it is. */
  role: unknown
  /** When the person proved who they are; renewals keep it. */
  signedInAt: Temporal.Instant
  expiresAt: Temporal.Instant
  /** `password`, `google.com`… */
  provider: string
  withSecondFactor: boolean
}

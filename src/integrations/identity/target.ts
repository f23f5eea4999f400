/** How a request reaches an identity service: `fetch` to another machine, or a call within this process. */
export type IdentityTransport = (request: Request) => Promise<Response>

/** An identity service that speaks the Identity Toolkit protocol: the hosted one, the embedded one, or an emulator. */
export type IdentityTarget = {
  transport: IdentityTransport
  /** Address without a slash at the end; `/v1/accounts:…` follows. */
  identityToolkit: string
  /** Address without a slash at the end; `/v1/token` follows. */
  secureToken: string
  apiKey: string
  projectId: string
  /** Token of privileged calls; `null` without a service account. */
  bearer: (() => Promise<string>) | null
  /**
   * Makes a custom token, by which the service believes this site that a person is there; `null` where it accepts none:
   * the embedded service, which is called in its owner's name, and a hosted one without a service account.
   */
  customToken: ((uid: string) => Promise<string>) | null
  /** Reads an ID token of this service. Refuses `identity.internal-error` when it isn't this service's. */
  readIdToken: (idToken: string) => Promise<IdTokenClaims>
}

/** Claims of an ID token about the person and the sign-in. */
export type IdTokenClaims = {
  uid: string
  email: string
  emailVerified: boolean
  displayName: string | null
  /** The custom claim `role`, as it is. */
  role: unknown
  /** Moment when the person proved who they are; renewals keep it. */
  signedInAt: Temporal.Instant
  expiresAt: Temporal.Instant
  /** `password`, `google.com`… */
  provider: string
  withSecondFactor: boolean
}

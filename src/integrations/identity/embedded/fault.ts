/** Envelope of a refusal's message, the same as the hosted service's, because its clients read it. */
type Envelope = {
  http: number
  reason: string
  status?: string
  domain?: 'global'
  location?: { location: string; locationType: string }
}

const DOMAIN: Envelope = { http: 400, reason: 'invalid', domain: 'global' }

/** Thrown anywhere below the protocol when the service refuses; the protocol writes it as JSON. Any other error is a defect. */
export class Fault extends Error {
  readonly envelope: Envelope
  /** Seconds after which the limit allows a request again. */
  readonly retryAfter: number | null

  constructor(message: string, envelope: Envelope = DOMAIN, retryAfter: number | null = null) {
    super(message)
    this.envelope = envelope
    this.retryAfter = retryAfter
  }

  toResponse(): Response {
    const { http, reason, status, domain, location } = this.envelope
    const error = { message: this.message, reason, domain, ...location }
    return Response.json(
      { error: { code: http, message: this.message, errors: [error], status } },
      { status: http, headers: this.retryAfter === null ? {} : { 'retry-after': String(this.retryAfter) } },
    )
  }
}

/** Makes the refusal of a rule: `CODE` or `CODE : detail`; clients split at the colon. */
export function fault(code: string, detail?: string): Fault {
  return new Fault(detail === undefined ? code : `${code} : ${detail}`)
}

/** Makes the refusal of a limit: for the client a rule like any other, with the seconds to wait in a header. */
export function tooMany(message: string, retryAfter: number): Fault {
  return new Fault(message, DOMAIN, retryAfter)
}

/** Makes the refusal of a wrong field: `/email must be string`. */
export function badPayload(detail: string): Fault {
  return new Fault(`Invalid JSON payload received. ${detail}`, {
    ...DOMAIN,
    status: 'INVALID_ARGUMENT',
  })
}

export function unreadablePayload(detail: string): Fault {
  return new Fault(`Invalid JSON payload received. ${detail}`, {
    ...DOMAIN,
    reason: 'parseError',
    status: 'INVALID_ARGUMENT',
  })
}

export function missingKey(): Fault {
  return new Fault('The request is missing a valid API key.', {
    http: 403,
    reason: 'forbidden',
    domain: 'global',
    status: 'PERMISSION_DENIED',
  })
}

export function badBearer(): Fault {
  return new Fault('Request had invalid authentication credentials. Expected OAuth 2 access token.', {
    http: 401,
    reason: 'authError',
    domain: 'global',
    status: 'UNAUTHENTICATED',
    location: { location: 'Authorization', locationType: 'header' },
  })
}

export function unknownPath(): Fault {
  return new Fault('Not Found', { http: 404, reason: 'notFound', status: 'NOT_FOUND' })
}

export function defect(): Fault {
  return new Fault('Internal error encountered.', {
    http: 500,
    reason: 'backendError',
    domain: 'global',
    status: 'INTERNAL',
  })
}

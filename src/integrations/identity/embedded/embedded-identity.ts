import { timingSafeEqual } from 'node:crypto'
import type { IdentityTransport } from '#integrations/identity/target.ts'
import { log } from '#platform/log.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import type { Call, Service } from './call.ts'
import type { CodeMessage } from './code-message.ts'
import { badBearer, defect, Fault } from './fault.ts'
import { keyRing } from './keys.ts'
import { DEVICE_HEADER } from '../known-device.ts'
import type { Project } from './project.ts'
import { answer } from './protocol.ts'
import { purge } from './purge.ts'

/** Header with the address of the person; only a server in the same process, or in front of it, may set it. */
export const ADDRESS_HEADER = 'x-identity-address'

const PURGED_EVERY = { hours: 1 }

export type EmbeddedIdentity = {
  /** Answers one request of the protocol. Never throws. */
  handle: IdentityTransport
  /** Token of a privileged caller, after `Authorization: Bearer`: made in memory, known to this process only. */
  serviceToken: string
  /** Settles when all work that answers did not wait for is done: messages passed on, old rows deleted. */
  settled: () => Promise<void>
}

export type EmbeddedIdentityOptions = {
  project: () => Project
  deliver: (message: CodeMessage) => Promise<void>
  now?: () => Temporal.Instant
  /** Token instead of a random one: a service for tests has one that everybody knows. */
  serviceToken?: string
}

/**
 * Makes the identity service of an installation without a hosted one, in its process and its database, with the hosted
 * one's protocol (Identity Toolkit and Secure Token REST). Several processes may each have one over the same database.
 */
export function embeddedIdentity({
  project,
  deliver,
  now = () => Temporal.Now.instant(),
  serviceToken = newSecret(),
}: EmbeddedIdentityOptions): EmbeddedIdentity {
  const unfinished = new Set<Promise<void>>()
  let purgedAt: Temporal.Instant | null = null

  function later(work: () => Promise<void>): void {
    const done: Promise<void> = new Promise<void>((resolve) => setImmediate(resolve))
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'identity: what came after an answer failed'))
      .finally(() => unfinished.delete(done))
    unfinished.add(done)
  }

  function purgeNowAndThen(): void {
    const moment = now()
    if (purgedAt && Temporal.Instant.compare(purgedAt.add(PURGED_EVERY), moment) > 0) return
    purgedAt = moment
    later(() => purge(moment))
  }

  const service: Service = { project, now, deliver, later, keys: keyRing() }

  return {
    serviceToken,
    async handle(request) {
      try {
        purgeNowAndThen()
        return await answer(request, callOf(request, service, isBearer(request, serviceToken)))
      } catch (error) {
        if (error instanceof Fault) return error.toResponse()
        log.error({ err: error, path: new URL(request.url).pathname }, 'identity: a request failed')
        return defect().toResponse()
      }
    },
    async settled() {
      while (unfinished.size > 0) await Promise.all(unfinished)
    },
  }
}

function callOf(request: Request, service: Service, isPrivileged: boolean): Call {
  return {
    ...service,
    isPrivileged,
    address: request.headers.get(ADDRESS_HEADER) ?? '',
    device: request.headers.get(DEVICE_HEADER),
    language: /^en\b/i.test(request.headers.get('x-firebase-locale') ?? '') ? 'en' : 'pt',
    headers: new Headers({ 'cache-control': 'no-store' }),
  }
}

/** Whether the caller is the privileged one; a wrong token is refused, not ignored. */
function isBearer(request: Request, serviceToken: string): boolean {
  const authorization = request.headers.get('authorization')
  if (authorization === null) return false
  const [, bearer = ''] = /^Bearer (.+)$/i.exec(authorization) ?? []
  if (!timingSafeEqual(hashOfSecret(bearer), hashOfSecret(serviceToken))) throw badBearer()
  return true
}

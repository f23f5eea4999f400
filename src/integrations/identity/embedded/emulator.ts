import { z } from 'zod'
import { db } from '#db/client.server.ts'
import type { CodeMessage } from './code-message.ts'
import { embeddedIdentity } from './embedded-identity.ts'
import { badBearer, defect, Fault, missingKey, unknownPath } from './fault.ts'
import { DEFAULT_POLICY } from './policy.ts'
import type { Project } from './project.ts'

/** Token of privileged calls that clients of the hosted service's emulator send. */
const OWNER = 'owner'

export type EmulatorOptions = {
  projectId: string
  /** Its address, for tokens and links. */
  origin: () => string
  now?: () => Temporal.Instant
  project?: Partial<Project>
  /** Whether its data outlives it: then callers who clear accounts or read codes must say that they are the office. */
  isKept?: boolean
}

/**
 * Makes the embedded service for tests and for clients under development, with what the hosted service's own emulator
 * offers besides the protocol. It shows every mailed code and clears every account: never in production.
 */
export function identityEmulator({ projectId, origin, now, project: given = {}, isKept = false }: EmulatorOptions) {
  let isPrivate = given.emailPrivacy ?? true
  let mailed: CodeMessage[] = []

  const project = (): Project => ({
    id: projectId,
    number: '12345',
    issuer: `${origin()}/identity/${projectId}`,
    actionUrl: `${origin()}/emulator/action`,
    domains: ['localhost', '127.0.0.1'],
    passwordPolicy: DEFAULT_POLICY,
    signUp: 'anyone',
    providers: [],
    ...given,
    emailPrivacy: isPrivate,
  })
  const service = embeddedIdentity({
    project,
    serviceToken: OWNER,
    deliver: async (message) => void mailed.push(message),
    ...(now && { now }),
  })

  const hooks: Record<string, (request: Request) => Promise<object>> = {
    async 'DELETE accounts'() {
      await service.settled()
      mailed = []
      await clearAccounts()
      return {}
    },
    async 'GET oobCodes'() {
      await service.settled()
      return {
        oobCodes: mailed.map(({ type, email, code, link }) => ({
          requestType: type,
          email,
          oobCode: code,
          oobLink: link,
        })),
      }
    },
    'GET verificationCodes': async () => ({ verificationCodes: [] }),
    'GET config': async () => config(),
    async 'PATCH config'(request) {
      const parsed = configFields.safeParse(await request.json())
      isPrivate = parsed.data?.emailPrivacyConfig?.enableImprovedEmailPrivacy ?? isPrivate
      return config()
    },
  }

  function config() {
    return {
      signIn: { allowDuplicateEmails: false },
      emailPrivacyConfig: { enableImprovedEmailPrivacy: isPrivate },
    }
  }

  async function answerHook(request: Request, name: string): Promise<Response> {
    try {
      const bearer = request.headers.get('authorization')
      const isNobody = bearer === null && !isKept
      if (!isNobody && bearer !== `Bearer ${OWNER}`) throw badBearer()
      const run = hooks[`${request.method} ${name}`]
      if (!run) throw unknownPath()
      return Response.json(await run(request))
    } catch (error) {
      return (error instanceof Fault ? error : defect()).toResponse()
    }
  }

  return {
    settled: service.settled,
    async handle(request: Request): Promise<Response> {
      const [, of, name] = HOOK.exec(new URL(request.url).pathname) ?? []
      if (name === undefined) return service.handle(request)
      return of === projectId ? answerHook(request, name) : missingKey().toResponse()
    },
  }
}

const HOOK = /^\/emulator\/v1\/projects\/([^/]+)\/([A-Za-z]+)$/

const configFields = z.object({
  emailPrivacyConfig: z.object({ enableImprovedEmailPrivacy: z.boolean() }).optional(),
})

/** Deletes all accounts, and everything that outlives an account. */
async function clearAccounts(): Promise<void> {
  await db.deleteFrom('users').execute()
  await db.deleteFrom('identity_refresh_tokens').execute()
  await db.deleteFrom('identity_tries').execute()
}

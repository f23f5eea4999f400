import { env } from '#platform/env.server.ts'
import { siteAddress } from '#platform/running.server.ts'
import { callsTo, messageOf, type Outcome } from './calls.ts'
import { hostedTarget } from './hosted.ts'
import { clockSkew, tryServiceAccount } from './service-account.ts'
import { identitySettings, type SettingsFault } from './settings.ts'
import type { IdentityTransport } from './target.ts'

/** Fault, by its message in `cli.identity.wrong`, which also says what to do. */
export type IdentityFault =
  | SettingsFault
  | 'unreachable'
  | 'keyWrong'
  | 'keyRestricted'
  | 'serviceOff'
  | 'providerOff'
  | 'enumerationOpen'
  | 'domainMissing'
  | 'policyUnreadable'
  | 'recaptchaKeyMissing'
  | 'serviceAccountAbsent'
  | 'serviceAccountRefused'
  | 'serviceAccountWithoutRole'
  | 'clockSkewed'
  | 'unexpected'

/** Result of one check; `fault: null` is well. `stops`: nobody can sign in with this fault. */
export type IdentityFinding = {
  check: 'settings' | 'key' | 'domain' | 'provider' | 'policy' | 'recaptcha' | 'serviceAccount' | 'clock'
  fault: IdentityFault | null
  stops: boolean
  /** Values for the sentence: host, seconds, project, the service's words. */
  params: Readonly<Record<string, string | number>>
}

/** Seconds by which two clocks may differ before signatures fail. */
const MAX_SKEW_SECONDS = 60

/**
 * Checks the configured identity service: settings, key, project, sign-in by password, password policy, reCAPTCHA, the
 * address of this site, service account, clock. The embedded service needs no check: it is in the same database. Nobody
 * is signed in and nothing is changed; it only tries one sign-in with an address that belongs to nobody.
 */
export async function checkIdentity(transport: IdentityTransport = fetch): Promise<IdentityFinding[]> {
  const settings = identitySettings()
  if (settings.kind === 'fault') return [finding('settings', settings.fault, {}, true)]
  if (settings.kind !== 'hosted') return [finding('settings', null)]
  const { account, projectId } = settings
  const calls = callsTo(hostedTarget(settings, transport), { device: 'desktop' })
  const key = await keyFinding(() => calls.get('/v1/projects'))
  if (key.fault) return [key]
  const owner = account ? await tryServiceAccount(account, transport) : null
  const bearer = owner?.bearer ?? null
  return [
    key,
    domainFinding(await calls.get('/v1/projects')),
    await providerFinding(calls),
    await policyFinding(calls),
    await recaptchaFinding(calls),
    clockFinding(owner?.answer ?? null),
    account === null
      ? finding('serviceAccount', 'serviceAccountAbsent')
      : await accountFinding(bearer, () => ownerLookup(settings, transport, bearer), projectId),
  ]
}

function finding(
  check: IdentityFinding['check'],
  fault: IdentityFault | null,
  params: IdentityFinding['params'] = {},
  stops = false,
): IdentityFinding {
  return { check, fault, params, stops }
}

/** Checks the key. Google describes a wrong key only in words, so the words are matched. */
async function keyFinding(ask: () => Promise<Outcome>): Promise<IdentityFinding> {
  const outcome = await ask().catch(() => null)
  if (!outcome) return finding('key', 'unreachable', {}, true)
  if (outcome.status < 400) return finding('key', null)
  const message = messageOf(outcome) ?? ''
  if (/API key not valid|API_KEY_INVALID/i.test(message)) return finding('key', 'keyWrong', {}, true)
  if (/referer|referrer|blocked|IP address/i.test(message))
    return finding('key', 'keyRestricted', { said: message }, true)
  if (/has not been used|is disabled|CONFIGURATION_NOT_FOUND/i.test(message))
    return finding('key', 'serviceOff', {}, true)
  return finding('key', 'unexpected', { said: message || outcome.status }, true)
}

function domainFinding({ body }: Outcome): IdentityFinding {
  const domains = typeof body === 'object' && body !== null && 'authorizedDomains' in body ? body.authorizedDomains : []
  const host = new URL(siteAddress()).hostname
  const isThere = Array.isArray(domains) && domains.includes(host)
  return finding('domain', isThere ? null : 'domainMissing', { host })
}

type Calls = ReturnType<typeof callsTo>

/**
 * Tries a sign-in with an address that belongs to nobody: the answer tells whether passwords are accepted, and whether
 * unknown addresses are told apart.
 */
async function providerFinding(calls: Calls): Promise<IdentityFinding> {
  const nobody = { email: 'self-check@volante.invalid', password: crypto.randomUUID(), returnSecureToken: true }
  const outcome = await calls.post('/v1/accounts:signInWithPassword', nobody).catch(() => null)
  const message = (outcome && messageOf(outcome)) ?? ''
  if (/^(PASSWORD_LOGIN_DISABLED|OPERATION_NOT_ALLOWED)/.test(message))
    return finding('provider', 'providerOff', {}, true)
  if (message.startsWith('EMAIL_NOT_FOUND')) return finding('provider', 'enumerationOpen')
  return finding('provider', outcome ? null : 'unreachable')
}

async function policyFinding(calls: Calls): Promise<IdentityFinding> {
  const outcome = await calls.get('/v2/passwordPolicy').catch(() => null)
  return finding('policy', outcome && outcome.status < 400 ? null : 'policyUnreadable')
}

async function recaptchaFinding(calls: Calls): Promise<IdentityFinding> {
  const path = '/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE'
  const outcome = await calls.get(path).catch(() => null)
  const text = JSON.stringify(outcome?.body ?? null)
  const isEnforced = /"EMAIL_PASSWORD_PROVIDER","enforcementState":"(ENFORCE|AUDIT)"/.test(text)
  return finding('recaptcha', isEnforced && !text.includes('recaptchaKey') ? 'recaptchaKeyMissing' : null)
}

function clockFinding(answer: Outcome | null): IdentityFinding {
  const seconds = answer && clockSkew(answer, Temporal.Now.instant())
  const isOff = seconds !== null && Math.abs(seconds) > MAX_SKEW_SECONDS
  return finding('clock', isOff ? 'clockSkewed' : null, { seconds: seconds ?? 0 }, isOff)
}

async function accountFinding(
  bearer: string | null,
  ask: () => Promise<Outcome>,
  project: string,
): Promise<IdentityFinding> {
  const { FIREBASE_SERVICE_ACCOUNT: setting = '' } = env()
  const params = { project, path: setting.trimStart().startsWith('{') ? 'FIREBASE_SERVICE_ACCOUNT' : setting }
  if (bearer === null) return finding('serviceAccount', 'serviceAccountRefused', params)
  const outcome = await ask().catch(() => null)
  if (!outcome) return finding('serviceAccount', 'unreachable', params)
  return finding('serviceAccount', outcome.status < 400 ? null : 'serviceAccountWithoutRole', params)
}

/** Looks up a person who does not exist: only whether the call is allowed matters. */
function ownerLookup(
  settings: Parameters<typeof hostedTarget>[0],
  transport: IdentityTransport,
  bearer: string | null,
): Promise<Outcome> {
  const target = { ...hostedTarget(settings, transport), bearer: async () => bearer ?? '' }
  return callsTo(target, { device: 'desktop' }).asOwner('/accounts:lookup', { localId: ['volante-self-check'] })
}

import { env, isProduction } from '#platform/env.server.ts'
import { readServiceAccount, type ServiceAccount, type ServiceAccountFault } from './service-account.ts'

/** Fault that keeps the site from starting, by its message in `cli.identity.fault`. */
export type SettingsFault =
  | 'keyMissing'
  | 'projectMissing'
  | 'serviceAccountOfAnother'
  | 'emulatorInProduction'
  | 'emulatorElsewhere'
  | 'googleHalf'
  | ServiceAccountFault

export type IdentitySettings =
  | { kind: 'embedded' }
  | { kind: 'emulator'; host: string; projectId: string }
  | { kind: 'hosted'; projectId: string; apiKey: string; account: ServiceAccount | null }
  | { kind: 'fault'; fault: SettingsFault }

/** Answers the identity service of this installation: only the settings decide. Incomplete settings are a fault, never a guess. */
export function identitySettings(): IdentitySettings {
  const settings = env()
  const { FIREBASE_PROJECT_ID: projectId, FIREBASE_API_KEY: apiKey, FIREBASE_AUTH_EMULATOR_HOST: host } = settings
  if (Boolean(settings.GOOGLE_CLIENT_ID) !== Boolean(settings.GOOGLE_CLIENT_SECRET)) return faultySettings('googleHalf')
  if (host) {
    if (isProduction()) return faultySettings('emulatorInProduction')
    if (!/^(localhost|127(\.\d+){3}|\[::1\]):\d+$/.test(host)) return faultySettings('emulatorElsewhere')
    return { kind: 'emulator', host, projectId: projectId ?? 'demo-volante' }
  }
  if (!projectId && !apiKey) return { kind: 'embedded' }
  if (!apiKey) return faultySettings('keyMissing')
  if (!projectId) return faultySettings('projectMissing')
  if (!settings.FIREBASE_SERVICE_ACCOUNT) return { kind: 'hosted', projectId, apiKey, account: null }
  const account = readServiceAccount(settings.FIREBASE_SERVICE_ACCOUNT)
  if (typeof account === 'string') return faultySettings(account)
  if (account.projectId !== projectId) return faultySettings('serviceAccountOfAnother')
  return { kind: 'hosted', projectId, apiKey, account }
}

function faultySettings(fault: SettingsFault): IdentitySettings {
  return { kind: 'fault', fault }
}

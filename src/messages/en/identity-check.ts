import type { identityCheck as source } from '#messages/pt/identity-check.ts'

/** What `volante doctor` and the start say of the identity service: what is wrong, and what to do. */
export const identityCheck: typeof source = {
  well: {
    settings: 'The identity service is configured.',
    key: 'The key of the identity service is accepted.',
    domain: 'The site’s address ({host}) is authorised in the project.',
    provider: 'Sign-in with email and password is on.',
    policy: 'The password policy was read.',
    recaptcha: 'reCAPTCHA: nothing to set up.',
    serviceAccount: 'The service account can manage accounts.',
    clock: 'This machine’s clock is right.',
  },
  wrong: {
    keyMissing:
      'FIREBASE_PROJECT_ID is set but FIREBASE_API_KEY is missing. Set both, or neither to use the embedded service.',
    projectMissing:
      'FIREBASE_API_KEY is set but FIREBASE_PROJECT_ID is missing. Set both, or neither to use the embedded service.',
    serviceAccountMissing:
      'The file named in FIREBASE_SERVICE_ACCOUNT does not exist. Give the path of the JSON downloaded from the console, or the JSON itself.',
    serviceAccountUnreadable:
      'FIREBASE_SERVICE_ACCOUNT is not a service account’s JSON. Make a new key in the console and use that file unchanged.',
    serviceAccountOfAnother:
      'The service account belongs to another project. Use one of the project named in FIREBASE_PROJECT_ID.',
    emulatorInProduction: 'FIREBASE_AUTH_EMULATOR_HOST is not for use in production. Remove it.',
    emulatorElsewhere: 'FIREBASE_AUTH_EMULATOR_HOST must be on this machine, for example 127.0.0.1:9099.',
    googleHalf: 'Set both GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET, or neither.',
    unreachable:
      'The identity service did not answer. Check this machine’s internet connection and that the firewall lets HTTPS out to *.googleapis.com.',
    keyWrong:
      'The key FIREBASE_API_KEY does not exist. Copy the Web API key from the console: Project settings, General.',
    keyRestricted:
      'The key is restricted to certain sites or addresses, and the request comes from this server ({said}). Lift that restriction in the console. Restrict the key to the Identity Toolkit and Token Service APIs instead.',
    serviceOff:
      'Authentication is not turned on for the project. In the console, open Authentication and choose “Get started”.',
    providerOff:
      'Sign-in with email and password is off. In the console, turn it on under Authentication, Sign-in method.',
    enumerationOpen:
      'Anybody can find out from the project whether an email has an account. In the console, turn on email enumeration protection under Authentication, Settings.',
    domainMissing:
      '{host} is not among the authorised domains. In the console, add it under Authentication, Settings, Authorised domains.',
    policyUnreadable:
      'The password policy could not be read, so the minimum of 6 characters applies. Check that the key allows the Identity Toolkit API.',
    recaptchaKeyMissing:
      'The project requires reCAPTCHA but has no key for sites. Create one in the console, or turn the requirement off.',
    serviceAccountAbsent:
      'No service account: people with an account can sign in, but the office cannot manage accounts. Set FIREBASE_SERVICE_ACCOUNT.',
    serviceAccountRefused:
      'The service account ({path}) was refused. Make a new key in the console; the old one may have been deleted.',
    serviceAccountWithoutRole:
      'The service account cannot manage accounts in project {project}. Give it the role “Firebase Authentication Admin”.',
    clockSkewed:
      'This machine’s clock is off by {seconds} seconds, and signatures are refused. Turn on automatic time (NTP).',
    unexpected: 'The identity service gave an unexpected answer: {said}. See docs/hosted-identity.md.',
  },
}

/** Run by `identity.ts` in a data directory of its own: prints the milliseconds of sign-ins with a known and an unknown e-mail. */
import { performance } from 'node:perf_hooks'
import { closeDatabase, openDatabase } from '#db/client.server.ts'
import { embeddedIdentity } from '#integrations/identity/embedded/embedded-identity.ts'
import { DEFAULT_POLICY } from '#integrations/identity/embedded/policy.ts'

const pairs = Number(process.argv[2])
const KNOWN = 'ana@exemplo.pt'
const UNKNOWN = 'rui@exemplo.pt'

let now = Temporal.Instant.from('2026-06-01T08:00:00Z')
await openDatabase()
const { handle, serviceToken, settled } = embeddedIdentity({
  project: () => ({
    id: 'volante',
    number: '1',
    issuer: 'http://localhost/identity/volante',
    actionUrl: 'http://localhost/auth/action',
    domains: ['localhost'],
    passwordPolicy: DEFAULT_POLICY,
    emailPrivacy: true,
    signUp: 'office',
    providers: [],
  }),
  deliver: async () => {},
  now: () => now,
})

function post(path: string, body: object, bearer = ''): Promise<Response> {
  const headers = { 'content-type': 'application/json', ...(bearer && { authorization: `Bearer ${bearer}` }) }
  return handle(new Request(`http://localhost${path}?key=any`, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function milliseconds(path: string, body: object, status: number): Promise<number> {
  const start = performance.now()
  const answer = await post(path, body)
  await answer.text()
  const taken = performance.now() - start
  if (answer.status !== status) throw new Error(`${path} answered ${answer.status}.`)
  await settled()
  return taken
}

const measures = {
  'sign-in': (email: string) =>
    milliseconds('/v1/accounts:signInWithPassword', { email, password: 'outra coisa' }, 400),
  reset: (email: string) => milliseconds('/v1/accounts:sendOobCode', { requestType: 'PASSWORD_RESET', email }, 200),
}

await post('/v1/projects/volante/accounts', { email: KNOWN, password: 'rua azul 12345' }, serviceToken)
const taken: Record<string, { known: number[]; unknown: number[] }> = {}
for (const [name, measure] of Object.entries(measures)) {
  const [known, unknown]: [number[], number[]] = [[], []]
  for (let pair = -5; pair < pairs; pair++) {
    // Move past every rate limit, so that each try is checked; the hourly clean-up runs before the measurement.
    now = now.add({ hours: 3 })
    await handle(new Request('http://localhost/v1/projects?key=any'))
    await settled()
    // Known and unknown take turns in going first; the first pairs only warm up.
    const isKnownFirst = pair % 2 === 0
    const first = await measure(isKnownFirst ? KNOWN : UNKNOWN)
    const second = await measure(isKnownFirst ? UNKNOWN : KNOWN)
    if (pair < 0) continue
    known.push(isKnownFirst ? first : second)
    unknown.push(isKnownFirst ? second : first)
  }
  taken[name] = { known, unknown }
}
console.log(JSON.stringify(taken))
await closeDatabase()

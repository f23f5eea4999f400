import { createLocalJWKSet, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { difference, DIVERGENCES, type Exchange, replay, shapeOf, TRANSCRIPT } from '#test/identity-transcript.ts'
import { identityEmulator } from './emulator.ts'
import type { Provider } from './project.ts'

let now = Temporal.Instant.from('2026-11-21T01:52:00Z')
const google = await generateKeyPair('RS256')
const provider: Provider = {
  id: 'google.com',
  issuers: ['https://accounts.google.com'],
  audience: 'our-client',
  keys: createLocalJWKSet({ keys: [{ ...(await exportJWK(google.publicKey)), alg: 'RS256' }] }),
  federatedIdPrefix: 'https://accounts.google.com/',
}
const { handle, settled } = identityEmulator({
  projectId: 'demo-x',
  origin: () => 'http://localhost',
  now: () => now,
  project: { passwordPolicy: null, emailPrivacy: false, providers: [provider] },
})

/**
 * Signs a person's token: the emulator believes an unsigned person, but ours wants the token that the person's service
 * would have signed.
 */
async function signed(person: string): Promise<string> {
  return new SignJWT(JSON.parse(person))
    .setProtectedHeader({ alg: 'RS256' })
    .setIssuer('https://accounts.google.com')
    .setAudience('our-client')
    .setIssuedAt(now.epochMilliseconds / 1000)
    .setExpirationTime(now.epochMilliseconds / 1000 + 3600)
    .sign(google.privateKey)
}

const recorded = TRANSCRIPT.find(({ name }) => name === 'signInWithIdp google new')!.body as { postBody: string }
const assertion = await signed(new URLSearchParams(recorded.postBody).get('id_token')!)

function edited({ name, body }: Exchange): unknown {
  if (name !== 'signInWithIdp google new') return body
  return { ...(body as object), postBody: `providerId=google.com&id_token=${assertion}` }
}

const answers = await replay(
  async (request) => {
    now = now.add({ seconds: 1 })
    const answer = await handle(request)
    // Wait for the messages, because the recorded emulator had passed them on when it answered.
    await settled()
    return answer
  },
  () => now,
  edited,
)

test('the transcript was replayed whole', () => {
  expect(answers).toHaveLength(121)
  expect(Object.keys(DIVERGENCES).filter((name) => !TRANSCRIPT.some((exchange) => exchange.name === name))).toEqual([])
})

for (const { exchange, answer } of answers) {
  const declared = DIVERGENCES[exchange.name]
  const reason = declared ? ` (differs: ${declared.reason})` : ''

  test(`the emulator and ours answer "${exchange.name}" alike${reason}`, () => {
    const { reason: _, cascade: __, ...expected } = declared ?? { reason: '' }
    expect(difference(shapeOf(exchange.status, exchange.res), answer)).toEqual(declared ? expected : null)
  })
}

import { createHmac, generateKeyPairSync } from 'node:crypto'
import { SignJWT } from 'jose'
import { expect, test } from 'vitest'
import { hostedService, PROJECT } from '#test/hosted-identity.ts'

const now = Math.floor(Date.now() / 1000)
const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('a token of the project says who, since when and until when', async () => {
  const fake = await hostedService()
  const token = await fake.idTokenOf(fake.add({ email: 'Ana@exemplo.pt', displayName: 'Ana', localId: 'ana' }))

  expect(await fake.target().readIdToken(token)).toMatchObject({
    uid: 'ana',
    email: 'ana@exemplo.pt',
    displayName: 'Ana',
    provider: 'password',
  })
})

test('a token that is not this project’s own, whole and of now, is refused', async () => {
  const fake = await hostedService()
  const ana = fake.add({ email: 'ana@exemplo.pt', localId: 'ana' })
  const { readIdToken } = fake.target()
  const whole = await fake.idTokenOf(ana)
  const [, payload] = whole.split('.') as [string, string, string]
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
  const forged = async (change: Record<string, unknown>) => {
    fake.forge = change
    return fake.idTokenOf(ana)
  }
  const jwks = (await (await fake.handle(new Request('https://www.googleapis.com/keys'))).json()) as {
    keys: [{ n: string }]
  }
  const hmacHead = part({ alg: 'HS256', kid: 'key-1', typ: 'JWT' })
  const bad: Record<string, string> = {
    unsigned: `${part({ alg: 'none', typ: 'JWT' })}.${payload}.`,
    'signed with the public key as a secret': `${hmacHead}.${payload}.${createHmac('sha256', jwks.keys[0].n).update(`${hmacHead}.${payload}`).digest('base64url')}`,
    'signed by somebody else': await new SignJWT(JSON.parse(Buffer.from(payload, 'base64url').toString()))
      .setProtectedHeader({ alg: 'RS256', kid: 'key-1' })
      .sign(stranger),
    'changed afterwards': whole.replace(
      payload,
      part({ ...JSON.parse(Buffer.from(payload, 'base64url').toString()), role: 'admin' }),
    ),
    'of another project': await forged({ aud: 'other', iss: 'https://securetoken.google.com/other' }),
    'for another project': await forged({ aud: 'other' }),
    'a session cookie': await forged({ iss: `https://session.firebase.google.com/${PROJECT}` }),
    expired: await forged({ exp: now - 120 }),
    'of nobody': await forged({ sub: '' }),
    'without a sign-in': await forged({ auth_time: undefined }),
    'no token': 'eyJ',
  }

  for (const [what, token] of Object.entries(bad))
    await expect(readIdToken(token), what).rejects.toThrow('identity.internal-error')
  fake.forge = {}
  expect(await readIdToken(await fake.idTokenOf(ana))).toMatchObject({ uid: 'ana' })
})

test('keys that are known go on while their publisher is out of reach; unknown ones are out of reach too', async () => {
  const fake = await hostedService()
  const token = await fake.idTokenOf(fake.add({ email: 'ana@exemplo.pt' }))
  const known = fake.target()
  await known.readIdToken(token)
  fake.isDown = true

  await expect(known.readIdToken(token)).resolves.toBeTruthy()
  await expect(fake.target().readIdToken(token)).rejects.toThrow('identity.network-request-failed')
})

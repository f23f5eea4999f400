import { createECDH } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_POINT } from '#test/code-points.ts'
import { aBrowser, readSignature, webPush } from '#test/push-service.ts'
import { LONGEST_PUSH, areReaderKeys, encryptPush } from './encryption.ts'
import { pushServiceOf } from './services.ts'
import { newPushKeys, pushKeysOf, vapid } from './vapid.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')
const browser = () => {
  const { subscription, open } = aBrowser('https://fcm.googleapis.com/fcm/send/abc')
  return { keys: subscription.keys, open }
}

test('the example of RFC 8291 comes out byte for byte', () => {
  const sender = createECDH('prime256v1')
  sender.setPrivateKey(bytes('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw'))
  const closed = encryptPush(
    'When I grow up, I want to be a watermelon',
    {
      p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
      auth: 'BTBZMqHH6r4Tts7J_aSIgg',
    },
    { salt: bytes('DGv6ra1nlYgDCS1FRnbzlw'), sender },
  )
  expect(closed.toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  )
})

test('whatever is said, a browser reads it, and it is one record of at most 4,096 octets', () => {
  const { keys, open } = browser()
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 900 }), (text) => {
      const closed = encryptPush(text, keys)
      expect(closed.length).toBeLessThanOrEqual(4_096)
      expect(open(closed)).toBe(Buffer.from(text).toString())
    }),
    { numRuns: 50 },
  )
  const longest = 'x'.repeat(LONGEST_PUSH)
  expect(open(encryptPush(longest, keys))).toBe(longest)
  expect(() => encryptPush(`${longest}x`, keys)).toThrow(RangeError)
})

test('nobody but the browser reads it', () => {
  const closed = encryptPush('O seu extrato está pronto.', browser().keys)
  expect(() => browser().open(closed)).toThrow()
})

test('keys that are none are known before anything is encrypted for them', () => {
  const { keys } = browser()
  expect(areReaderKeys(keys)).toBe(true)
  const offTheCurve = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
  for (const wrong of [
    { ...keys, p256dh: offTheCurve },
    { ...keys, p256dh: '' },
    { ...keys, auth: 'kurz' },
    { ...keys, p256dh: bytes(keys.p256dh).subarray(0, 33).toString('base64url') },
  ])
    expect(areReaderKeys(wrong)).toBe(false)
})

test('a push is signed for one service and for hours, as the library web-push signs it', () => {
  const keys = newPushKeys()
  const { keys: reader } = browser()
  const endpoint = 'https://fcm.googleapis.com/fcm/send/abc'
  const now = Temporal.Now.instant()
  const ours = readSignature(vapid(endpoint, keys, 'https://frota.example', now))
  const { headers } = webPush.generateRequestDetails({ endpoint, keys: reader }, 'x', {
    TTL: 60,
    vapidDetails: { subject: 'https://frota.example', ...keys },
  })
  const theirs = readSignature(String(headers['Authorization']))
  expect([ours.isTrue, theirs.isTrue]).toEqual([true, true])
  expect(ours.key).toBe(keys.publicKey)
  expect(theirs.key).toBe(ours.key)
  expect(ours.claims).toEqual({ ...theirs.claims, exp: expect.closeTo(theirs.claims.exp, -2) })
  expect(ours.claims.exp - now.epochMilliseconds / 1000).toBeLessThanOrEqual(24 * 3600)
})

test('keys come back from their private half, and what is no key is none', () => {
  for (let turn = 0; turn < 20; turn++) {
    const keys = newPushKeys()
    expect(pushKeysOf(keys.privateKey)).toEqual(keys)
    expect(bytes(keys.publicKey)).toHaveLength(65)
    expect(bytes(keys.privateKey)).toHaveLength(32)
  }
  for (const wrong of ['', 'abc', Buffer.alloc(32).toString('base64url'), Buffer.alloc(32, 255).toString('base64url')])
    expect(pushKeysOf(wrong)).toBeNull()
})

const SERVICES = 'fcm.googleapis.com *.push.services.mozilla.com, *.push.apple.com localhost:8443'

test('only known push services are sent to, over HTTPS', () => {
  for (const [endpoint, service] of [
    ['https://fcm.googleapis.com/fcm/send/a', 'public'],
    ['https://updates.push.services.mozilla.com/wpush/v2/a', 'public'],
    ['https://WEB.push.apple.com/a', 'public'],
    ['https://localhost:8443/a', 'own'],
    ['http://fcm.googleapis.com/fcm/send/a', null],
    ['https://fcm.googleapis.com:8443/a', null],
    ['https://me:secret@fcm.googleapis.com/a', null],
    ['https://fcm.googleapis.com.example.org/a', null],
    ['https://evilfcm.googleapis.com/a', null],
    ['https://push.apple.com.example/a', null],
    ['https://evilpush.apple.com/a', null],
    ['https://localhost/a', null],
    ['https://169.254.169.254/latest', null],
    ['file:///etc/passwd', null],
    ['', null],
  ] as const)
    expect(pushServiceOf(endpoint, SERVICES), endpoint).toBe(service)
})

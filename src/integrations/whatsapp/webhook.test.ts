import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MESSAGE_STATES, challengeIn, isSigned, stateAfter, statesIn } from './webhook.ts'

const SECRET = 'segredo-da-aplicação'
const signed = (body: string, secret = SECRET) => `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`

/** Makes a message as Meta documents it. */
const envelope = (statuses: unknown[], number = '106540352242922') => ({
  object: 'whatsapp_business_account',
  entry: [
    {
      id: '102290129340398',
      changes: [
        {
          field: 'messages',
          value: {
            messaging_product: 'whatsapp',
            metadata: { display_phone_number: '15550783881', phone_number_id: number },
            statuses,
          },
        },
      ],
    },
  ],
})
const SENT = {
  id: 'wamid.A',
  status: 'sent',
  timestamp: '1750857384',
  recipient_id: '351910000000',
  biz_opaque_callback_data: '41',
  pricing: { billable: true, pricing_model: 'PMP', type: 'regular', category: 'utility' },
}

test('only what was signed with the secret, byte for byte, is Meta’s', () => {
  const body = JSON.stringify(envelope([SENT]))
  const bytes = Buffer.from(body)
  expect(isSigned(bytes, signed(body), SECRET)).toBe(true)
  expect(isSigned(Buffer.from(`${body} `), signed(body), SECRET)).toBe(false)
  for (const signature of [null, '', 'sha256=', signed(body, 'outro'), signed(body).replace('sha256', 'sha1')])
    expect(isSigned(bytes, signature, SECRET)).toBe(false)
})

test('the challenge is answered to who knows the word alone', () => {
  const asked = (token: string, mode = 'subscribe') =>
    challengeIn(
      new URLSearchParams({ 'hub.mode': mode, 'hub.verify_token': token, 'hub.challenge': '1158201444' }),
      'combinado',
    )
  expect([asked('combinado'), asked('outra'), asked('combinado', 'x'), asked('')]).toEqual([
    '1158201444',
    null,
    null,
    null,
  ])
})

test('states are read with their category, mark and error; those of another number and what is no state are left', () => {
  const failed = { ...SENT, status: 'failed', pricing: undefined, errors: [{ code: 131_026, title: 'x' }] }
  expect(statesIn(envelope([SENT, failed, { status: 'warning' }, 7]), '106540352242922')).toMatchObject([
    { id: 'wamid.A', mark: '41', state: 'sent', category: 'utility', isBillable: true, reason: null },
    { state: 'failed', category: null, isBillable: null, reason: '131026' },
  ])
  expect(statesIn(envelope([SENT], '1'), '106540352242922')).toEqual([])
  for (const body of [null, 'x', {}, { object: 'page', entry: [] }]) expect(statesIn(body, '1')).toEqual([])
})

test('whatever order words come in, and however often, the same state stands', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...MESSAGE_STATES), { minLength: 1, maxLength: 9 }), (words) => {
      const last = (order: typeof words) => order.reduce<(typeof words)[number] | null>(stateAfter, null)
      expect(last(words.toReversed())).toBe(last(words))
      expect(last([...words, ...words])).toBe(last(words))
      if (words.includes('read')) expect(last(words)).toBe('read')
    }),
  )
})

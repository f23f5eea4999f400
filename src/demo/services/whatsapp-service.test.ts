import { expect, test } from 'vitest'
import { serve } from './serve.ts'
import { whatsAppAnswers } from './whatsapp-service.ts'

const SETUP = {
  phoneNumberId: '1',
  businessAccountId: '2',
  token: 'T',
  phone: '+351 21 000 0000',
  name: 'Frota',
  templates: [{ name: 'aviso', language: 'pt_PT', status: 'APPROVED', text: 'Olá' }],
} as const

/** Starts the service, sends it one message with this mark, and answers the id it gave. */
async function idOf(mark: string): Promise<string> {
  const service = whatsAppAnswers(SETUP)
  const { url, close } = await serve(service.answers)
  await fetch(`${url}/graph.facebook.com/v24.0/1/messages`, {
    method: 'POST',
    headers: { authorization: 'Bearer T', 'content-type': 'application/json' },
    body: JSON.stringify({
      messaging_product: 'whatsapp',
      to: '351990000001',
      type: 'template',
      template: { name: 'aviso', language: { code: 'pt_PT' } },
      biz_opaque_callback_data: mark,
    }),
  })
  await close()
  return service.taken[0]!.id
}

test('a demonstration that is started again gives the messages to one number other names than before', async () => {
  expect(await idOf('41')).not.toBe(await idOf('42'))
})

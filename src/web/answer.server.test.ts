import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { planAct } from '#features/plans/schema.ts'
import { lines } from '#forms/fields.ts'
import { translator } from '#messages/translate.ts'
import { errorText } from './i18n.tsx'
import { answer, keyOf, requireSender, valuesWithLists } from './answer.server.ts'

function fields(...entries: [string, string][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value)
  return form
}

test('a field comes once, a field named as a list as often as it was sent', () => {
  const form = fields(['name', 'Ana'], ['name', 'Rui'], ['accept[]', '1'], ['accept[]', '2'], ['one[]', '3'])
  expect(valuesWithLists(form)).toEqual({ name: 'Ana', accept: ['1', '2'], one: ['3'] })
})

test('no name of a field reaches what every object has', () => {
  const values = valuesWithLists(fields(['__proto__[]', 'x'], ['constructor', 'y'], ['toString[]', 'z']))
  expect(Object.getPrototypeOf(values)).toBe(Object.prototype)
  expect(Object.keys(values).toSorted()).toEqual(['__proto__', 'constructor', 'toString'])
})

test('a form for an address of the office that no table knows is taken from nobody', () => {
  const sent = (path: string) =>
    requireSender({ request: new Request(`http://localhost${path}`), context: new RouterContextProvider() })
  for (const path of ['/admin/nowhere', '/en/admin/nowhere', '/ADMIN/%6eowhere', '/admin/weekly/2026-W23/4f'])
    expect(() => sent(path), path).toThrow('access.scope')
  expect(() => sent('/dashboard/inbox')).not.toThrow()
})

test('only a key such as the forms of this site send counts', () => {
  const key = crypto.randomUUID()
  expect(keyOf(fields(['idempotencyKey', key]))).toBe(key)
  for (const value of ['', 'short', 'x'.repeat(5_000), `${key}\0`, 'a b c d e f']) {
    expect(keyOf(fields(['idempotencyKey', value])), value).toBeNull()
  }
})

test('what was typed comes back, of a list every value on its own line, of any other field the last', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = 'done[]=car:A&done[]=papers:&one[]=x&name=Ana&name=Rui&password=geheim'
  const request = new Request('http://localhost/', { method: 'POST', body, headers })
  const { data } = (await answer(request, z.object({ missing: z.string() }), () => Promise.resolve(null))) as {
    data: { values: Record<string, string> }
  }
  expect(data.values).toEqual({ 'done[]': 'car:A\npapers:', 'one[]': 'x', name: 'Rui' })
})

test('of files that were chosen their names come back, by field; of a field without a file nothing does', async () => {
  const body = fields(['name', 'Ana'])
  for (const name of ['a.pdf', 'b.pdf']) body.append('files[]', new File(['x'], name))
  body.append('photo', new File([], ''))
  const sent = (schema: z.ZodType, act: () => Promise<null>) =>
    answer(new Request('http://localhost/admin/drivers', { method: 'POST', body }), schema, act)
  const chosen = { 'files[]': ['a.pdf', 'b.pdf'] }
  const wrong = await sent(z.object({ missing: z.string() }), () => Promise.resolve(null))
  expect(wrong).toMatchObject({ data: { chosen }, init: { status: 422 } })
  for (const code of ['upload.busy', 'upload.own'] as const) {
    const refused = await sent(z.object({}), () => Promise.reject(new Refusal(code, { retryAfter: 10 })))
    const init = { status: 503, headers: { 'retry-after': '10' } }
    expect(refused).toMatchObject({ data: { chosen, values: { name: 'Ana' } }, init })
  }
})

test('a form comes back with what is wrong, also when it is wrong as a whole', async () => {
  const wrong = async (schema: z.ZodType, body: string) => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = new Request('http://localhost/', { method: 'POST', body, headers })
    const { data, init } = (await answer(request, schema, () => Promise.reject(new Error('not right')))) as {
      data: { fieldErrors: Record<string, string[]> }
      init: { status: number }
    }
    return [init.status, data.fieldErrors]
  }
  const several = z.union([z.object({ a: z.literal('1') }), z.object({ b: z.literal('1') })])
  expect(await wrong(several, 'c=1')).toEqual([422, { '': [expect.any(String)] }])
  expect(await wrong(planAct, 'intent=skip&week=2026-06-01&reason=')).toEqual([422, { reason: ['field.required'] }])
  const long = await wrong(z.object({ notes: lines(1_500) }), `notes=${'a'.repeat(1_501)}`)
  expect(long).toEqual([422, { notes: ['field.longer-than 1500'] }])
  const told = errorText(translator('pt'), 'field.longer-than 1500')
  expect(told).toBe('O texto é demasiado longo. Cabem 1.500 caracteres, com os espaços.')
})

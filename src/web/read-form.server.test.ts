import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldsOf, readForm } from './read-form.server.ts'

const PLAIN = 'application/x-www-form-urlencoded'

const sent = (body: BodyInit, type?: string) =>
  new Request('http://localhost/login', { method: 'POST', body, headers: type ? { 'content-type': type } : {} })

test('what is no form, and a field with a NUL, are refused as such', async () => {
  expect([...(await readForm(sent('name=Ana', PLAIN)))]).toEqual([['name', 'Ana']])
  const parts = new FormData()
  parts.append('name', 'a\0')
  for (const request of [
    sent('{}', 'application/json'),
    sent('x', 'multipart/form-data; boundary=y'),
    sent('--y\r\nContent-Disposition: form-data; name="a"\r\n\r\ncut off', 'multipart/form-data; boundary=y'),
    sent('name=a%00', PLAIN),
    sent('a%00=1', PLAIN),
    sent(parts),
  ]) {
    await expect(readForm(request)).rejects.toMatchObject({ init: { status: 400 } })
  }
})

test('a form of too many fields is refused as too large, plain or in parts; of as many as are taken, each is read', async () => {
  const inParts = (fields: number) => {
    const form = new FormData()
    for (let at = 0; at < fields; at++) form.append('a', at % 2 ? new File(['x'], 'x.txt') : 'x')
    return sent(form)
  }
  const plain = (fields: number) => sent(Array(fields).fill('a').join('&'), PLAIN)
  for (const form of [plain, inParts]) {
    expect([...(await readForm(form(10_000)))]).toHaveLength(10_000)
    const refused = { init: { status: 413 }, data: { code: 'form.too-many-fields' } }
    await expect(readForm(form(10_001))).rejects.toMatchObject(refused)
  }
})

test('whatever is typed, it is read as the platform reads it', async () => {
  const some = (...pieces: string[]) => fc.array(fc.constantFrom(...pieces)).map((all) => all.join(''))
  // Browsers percent-encode characters outside ASCII.
  const plain = some('a', '+', '%', '%2B', '%41', '%C3%A9', '=', '&', '%0D%0A', '%F0%9F%9A%97')
  const typed = some('a', 'é', '+', '%', '%22', '=', '&', ' ', '"', '\r\n', '🚗')
  fc.assert(
    fc.property(plain, (text) => {
      expect([...fieldsOf(text)!]).toEqual([...new URLSearchParams(text)])
    }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(typed, typed, fc.boolean())), async (fields) => {
      const form = new FormData()
      for (const [name, value, isFile] of fields) form.append(name, isFile ? new File([value], `${value}.pdf`) : value)
      const said = async (read: FormData) =>
        Promise.all(
          [...read].map(async ([name, value]) =>
            typeof value === 'string' ? [name, value] : [name, value.name, await value.text()],
          ),
        )
      expect(await said(await readForm(sent(form)))).toEqual(await said(await sent(form).formData()))
    }),
  )
})

test('letters nobody sees go, whatever the field; what is seen stays, and so does a password', async () => {
  const typed = 'Zé \u001b]0;dono\u0007\u001b[2JSá\u202efdp\u2066 \u{1f697}\u200d\r\n\tfim\u0085'
  const body = new URLSearchParams({ name: typed, notes: 'a\u000bb', password: 'x\u0007y' })
  const form = await readForm(new Request('http://localhost/', { method: 'POST', body }))
  expect(Object.fromEntries(form)).toEqual({
    name: 'Zé ]0;dono[2JSáfdp \u{1f697}\u200d\r\n\tfim',
    notes: 'ab',
    password: 'x\u0007y',
  })
})

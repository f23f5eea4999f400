import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { askForCode, sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { getContract } from '#features/contracts/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { getMail } from '#features/mail/queries.server.ts'
import { maskCodes } from '#features/mail/schema.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { textIn } from '#test/pdf-text.ts'
import { tryCode } from './commands.server.ts'
import { findCode } from './queries.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const later = (minutes: number) => MONDAY.add({ minutes })

async function codeWorld() {
  const world = await contractWorld()
  const ask = (id: string, at = MONDAY, driver = world.own) =>
    makeChange((change) => askForCode(change, driver, id, { email: 'anselmo@exemplo.pt', browser: 'Browser/1.0' }), {
      at,
    })
  const sign = (id: string, code: string, at = later(1)) =>
    makeChange((change) => signContract(change, world.own, id, { ...world.BY, code }), { at })
  return { ...world, ask, sign }
}

async function mailed() {
  const message = await db
    .selectFrom('mail_outbox')
    .selectAll()
    .where('template', '=', 'contract-code')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return { ...message, code: String(Object(message.params).code) }
}

/** A code that differs from the given one. */
const other = (code: string) => (code === '000000' ? '000001' : '000000')

test('a driver signs with the code that was mailed, and the evidence says where it went and when', async () => {
  const { own, aSent, ask, sign, BY } = await codeWorld()
  const id = await aSent(own)
  await ask(id)
  const { code, recipient } = await mailed()
  expect([recipient, code]).toEqual(['anselmo@exemplo.pt', expect.stringMatching(/^\d{6}$/)])
  expect(await findCode(id, later(1))).toEqual({ to: 'a•••@exemplo.pt', until: later(10).toString() })
  await tryCode(id, code, later(1))
  await sign(id, code)
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }), { at: later(2) })
  const { signatures, events, fileHash } = await getContract(id)
  expect(signatures[0]!.code).toEqual({ to: 'a•••@exemplo.pt', sentAt: MONDAY.toString() })
  expect(events.map(({ event, detail, address }) => [event, detail, address])).toEqual([
    ['draft', null, null],
    ['sent', null, null],
    ['code', 'a•••@exemplo.pt', null],
    ['signed', null, null],
    ['sealed', null, null],
  ])
  const text = textIn(await readKeptFile(fileHash!))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  for (const said of ['Código de uso único enviado para a•••@exemplo.pt', 'Ordem das assinaturas', MONDAY.toString()])
    expect(text).toContain(said)
  expect(text.match(/Nenhum código de uso único/g)).toHaveLength(1)
})

test('a wrong code is counted, the fifth ends it, and another code starts anew', async () => {
  const { own, aSent, ask, sign } = await codeWorld()
  const id = await aSent(own)
  await ask(id)
  const { code } = await mailed()
  for (const left of [4, 3, 2, 1])
    await expect(tryCode(id, other(code), later(1))).rejects.toEqual(refused('contract.code-wrong', { left }))
  await expect(tryCode(id, other(code), later(1))).rejects.toEqual(refused('contract.code-over'))
  await expect(tryCode(id, code, later(1))).rejects.toEqual(refused('contract.code-over'))
  await expect(sign(id, code)).rejects.toEqual(refused('contract.code-over'))
  expect(await findCode(id, later(1))).toBeNull()
  await ask(id, later(2))
  await tryCode(id, (await mailed()).code, later(3))
})

test('of many guesses at one moment five are looked at', async () => {
  const { own, aSent, ask } = await codeWorld()
  const id = await aSent(own)
  await ask(id)
  const { code } = await mailed()
  const guesses = await Promise.allSettled(Array.from({ length: 12 }, () => tryCode(id, other(code), later(1))))
  const said = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code)
  expect(said.filter((one) => one === 'contract.code-wrong')).toHaveLength(4)
  expect(said.filter((one) => one === 'contract.code-over')).toHaveLength(8)
})

test('a code is good for ten minutes, one contract and one signature, and the one before it for nothing', async () => {
  const { own, aSent, ask, sign } = await codeWorld()
  const [first, second] = [await aSent(own), await aSent(own)]
  await ask(first)
  const { code } = await mailed()
  await expect(tryCode(first, code, later(10))).rejects.toEqual(refused('contract.code-over'))
  await expect(tryCode(second, code, later(1))).rejects.toEqual(refused('contract.code-over'))
  await expect(sign(second, code)).rejects.toEqual(refused('contract.code-over'))
  await expect(tryCode(first, '', later(1))).rejects.toEqual(refused('contract.code-missing'))
  await ask(first, later(1))
  const newer = (await mailed()).code
  if (newer !== code) await expect(sign(first, code, later(2))).rejects.toEqual(refused('contract.code-over'))
  const signings = await Promise.allSettled([sign(first, newer, later(2)), sign(first, newer, later(2))])
  expect(signings.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  await expect(sign(first, newer, later(3))).rejects.toEqual(refused('contract.moved-on'))
})

test('a limited number of codes goes out in an hour, for a contract and for a driver; another’s contract and a closed one get none', async () => {
  const { own, other: stranger, aSent, aSealed, ask } = await codeWorld()
  const [first, second, third] = [await aSent(own), await aSent(own), await aSent(own)]
  for (let sent = 0; sent < 5; sent++) await ask(first)
  await expect(ask(first)).rejects.toMatchObject({ code: 'contract.code-too-many' })
  for (let sent = 0; sent < 5; sent++) await ask(second)
  await expect(ask(third)).rejects.toMatchObject({ code: 'contract.code-too-many' })
  await ask(third, later(61))
  await expect(ask(third, MONDAY, stranger)).rejects.toEqual(refused('record.not-found'))
  await expect(ask(await aSealed(own), later(61))).rejects.toEqual(refused('contract.moved-on'))
})

test('of codes for many contracts that are asked for at one moment a driver is sent ten', async () => {
  const { own, aSent, ask } = await codeWorld()
  const sent = []
  for (let count = 0; count < 6; count++) sent.push(await aSent(own))
  const asked = await Promise.allSettled([...sent, ...sent].map((id) => ask(id)))
  expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
})

test('codes of records that were merged are counted together', async () => {
  const { own, other: gone, aSent, ask } = await codeWorld()
  const [first, second, third] = [await aSent(own), await aSent(own), await aSent(own)]
  for (const id of [first, second]) for (let sent = 0; sent < 5; sent++) await ask(id)
  await asOwner(`
    update drivers set merged_into = '${own}' where id = '${gone}';
    update contracts set driver_id = '${gone}' where id = '${first}';`)
  await expect(ask(third)).rejects.toMatchObject({ code: 'contract.code-too-many' })
})

test('a code is kept as a hash alone, and nobody of the office reads it in a message', async () => {
  const { own, aSent, ask } = await codeWorld()
  const id = await aSent(own)
  await ask(id)
  const { id: message, code, params } = await mailed()
  const shown = await getMail(message)
  expect(shown).toMatchObject({ masked: true, canOpen: false })
  expect(JSON.stringify(shown)).not.toContain(code)
  expect(maskCodes(JSON.stringify(params))).not.toContain(code)
  for (const rows of [
    await db.selectFrom('contract_codes').selectAll().execute(),
    await db.selectFrom('audit_events').selectAll().execute(),
    await db.selectFrom('contract_events').selectAll().execute(),
  ])
    expect(JSON.stringify(rows)).not.toContain(code)
})

import { askAlone } from '#db/together.server.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { readWeek } from '#domain/week.ts'
import { carryOut } from '#features/audit/commands.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { openPlan } from '#features/plans/commands.server.ts'
import { textIn } from '#test/pdf-text.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { draftContract, sendContract, withdrawContract } from './commands.server.ts'
import { refuseContract, sealContract, signContract } from '#features/contracts/signing/commands.server.ts'
import { hashOfText } from './queries.server.ts'
import {
  contractInForce,
  contractsToSeal,
  getContract,
  listOwnContracts,
  readSealedContract,
} from './queries.server.ts'
import { knownFilling } from './filling/queries.server.ts'
import { findSealed, verifyFile } from './verification/queries.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)

test('a contract goes from draft to sealed, each side is asked in its turn, and the driver is told', async () => {
  const { own, BY, input } = await contractWorld()
  const id = await makeChange((change) => draftContract(change, input(own)))
  expect(await listOwnContracts(own)).toEqual([])
  const { body, textHash } = await getContract(id)
  expect(body).not.toMatch(/\{\{|\[/)
  for (const said of ['213456789', 'Cais do Volante, Lda', 'ZX-11-TA', '150,00', 'Rua de Cima, 2', '07/06/2027'])
    expect(body).toContain(said)
  expect(textHash).toBe(hashOfText(body))

  await expect(makeChange((change) => signContract(change, own, id, BY))).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => sendContract(change, id))
  expect(await listOwnContracts(own)).toMatchObject([{ id, state: 'sent' }])
  await expect(makeChange((change) => sealContract(change, id, BY))).rejects.toEqual(refused('contract.moved-on'))
  expect(await askAlone(contractsToSeal, db)).toMatchObject({ count: 0 })
  await makeChange((change) => signContract(change, own, id, BY))
  expect(await askAlone(contractsToSeal, db)).toMatchObject({ count: 1, only: id })
  await expect(makeChange((change) => signContract(change, own, id, BY))).rejects.toEqual(refused('contract.moved-on'))
  expect(await contractInForce('2026-06-08')).toEqual(new Set())
  await makeChange((change) => sealContract(change, id, BY))

  expect((await getContract(id)).events.map(({ event }) => event)).toEqual(['draft', 'sent', 'signed', 'sealed'])
  expect(await contractInForce('2026-06-07')).toEqual(new Set())
  expect(await contractInForce('2026-06-08')).toEqual(new Set([own]))
  expect(await contractInForce('2027-06-08')).toEqual(new Set())
  const { notices } = await listNotices(own, { limit: 5, before: null })
  expect(notices.map(({ facts }) => 'event' in facts && facts.event).toSorted()).toEqual(['sealed', 'sent'])
})

test('what nothing fills is refused by its name, typed or of the record', async () => {
  const { own, other, input } = await contractWorld()
  await expect(makeChange((change) => draftContract(change, input(own, { driverLicence: '' })))).rejects.toEqual(
    refused('contract.unfilled', { placeholder: 'driverLicence' }),
  )
  await expect(makeChange((change) => draftContract(change, input(other)))).rejects.toEqual(
    refused('contract.unfilled', { placeholder: 'driverNif' }),
  )
  await expect(makeChange((change) => draftContract(change, input(own, { kind: 'plan' })))).rejects.toEqual(
    refused('contract.unfilled', { placeholder: 'total' }),
  )
  expect(await db.selectFrom('contracts').select('id').execute()).toEqual([])
})

test('the first week of a plan has the year that its number is of, though its Monday is in the year before', async () => {
  const { own, input } = await contractWorld()
  const first = readWeek('2030-W01')
  const plan = { driverId: own, kind: 'damage', total: cents(40_00), count: 4, first } as const
  await makeChange((change) => openPlan(change, { ...plan, reason: 'Para-choques', skipsIdle: false }))
  const { firstWeek } = await knownFilling({ ...input(own), kind: 'plan' }, MONDAY)
  expect([first, firstWeek]).toEqual(['2029-12-31', 'semana 1 de 2030'])
})

test('a driver refuses with a reason, the office withdraws with one, and nothing follows', async () => {
  const { own, BY, aSent, aSealed } = await contractWorld()
  const first = await aSent(own)
  await makeChange((change) => refuseContract(change, own, first, 'A renda não é a combinada'))
  expect(await getContract(first)).toMatchObject({ state: 'refused', reason: 'A renda não é a combinada' })
  await expect(makeChange((change) => withdrawContract(change, first, 'Engano'))).rejects.toEqual(
    refused('contract.moved-on'),
  )
  const second = await aSent(own)
  await makeChange((change) => withdrawContract(change, second, 'Engano'))
  await expect(makeChange((change) => signContract(change, own, second, BY))).rejects.toEqual(
    refused('contract.moved-on'),
  )
  const third = await aSealed(own)
  await expect(makeChange((change) => withdrawContract(change, third, 'Engano'))).rejects.toEqual(
    refused('contract.moved-on'),
  )
})

test('another driver’s contract and one that never was look the same', async () => {
  const { own, other, BY, aSent, aSealed } = await contractWorld()
  const id = await aSealed(own)
  const waiting = await aSent(own)
  for (const one of [id, waiting, crypto.randomUUID()]) {
    await expect(getContract(one, other)).rejects.toEqual(refused('record.not-found'))
    await expect(readSealedContract(one, other)).rejects.toEqual(refused('record.not-found'))
    await expect(makeChange((change) => signContract(change, other, one, BY))).rejects.toEqual(
      refused('record.not-found'),
    )
    await expect(makeChange((change) => refuseContract(change, other, one, 'x'))).rejects.toEqual(
      refused('record.not-found'),
    )
  }
  expect(await listOwnContracts(other)).toEqual([])
})

test('the file says how it is known who signed, and a changed byte or one more is found', async () => {
  const { own, aSealed } = await contractWorld()
  const id = await aSealed(own)
  const { fileHash, textHash } = await getContract(id)
  const file = await readKeptFile(fileHash!)
  const text = textIn(file).join(' ').replaceAll(/\s+/g, ' ')
  for (const said of ['Prova da assinatura', 'Anselmo Quintão', 'Helena Exemplo', 'Browser/1.0', MONDAY.toString()])
    expect(text).toContain(said)
  expect(text.replaceAll(' ', '')).toContain(textHash)

  expect(await verifyFile(file)).toMatchObject({ verdict: 'valid', sealedAt: MONDAY.toString(), isSelfMade: true })
  expect(await verifyFile(Buffer.concat([file, Buffer.from('\n')]))).toEqual({ verdict: 'changed', how: 'added' })
  const wrong: number[] = []
  for (let step = 0; step < 60; step++) {
    const changed = Buffer.from(file)
    const at = Math.floor((step * (changed.length - 1)) / 59)
    changed[at] = changed[at]! ^ 1
    if ((await verifyFile(changed)).verdict === 'valid') wrong.push(at)
  }
  expect(wrong).toEqual([])
  const marked = Buffer.from(file)
  marked[20] = marked[20]! ^ 1
  expect(await verifyFile(marked)).toEqual({ verdict: 'changed', how: 'altered' })
  expect(await verifyFile(Buffer.from('%PDF-1.7 something else'))).toEqual({ verdict: 'unknown' })
  expect(JSON.stringify(await verifyFile(file))).not.toContain('Quintão')
  expect(await findSealed(fileHash!)).toEqual({ at: MONDAY.toString(), onPaper: false, stamp: null })
  expect(await findSealed(textHash)).toEqual({ at: MONDAY.toString(), onPaper: false, stamp: null })
  expect(await findSealed('0'.repeat(64))).toBeNull()
})

test('the text is sealed in the database, stays out of the log, and nobody changes what is closed', async () => {
  const { own, aSealed } = await contractWorld()
  const id = await aSealed(own)
  const { body } = await db.selectFrom('contracts').select('body').executeTakeFirstOrThrow()
  expect(body.includes('213456789')).toBe(false)
  expect(JSON.stringify(await db.selectFrom('audit_events').selectAll().execute())).not.toContain('Rua de Cima')
  for (const statement of [
    `update contracts set state = 'withdrawn', reason = 'x', file_sha256 = null where id = '${id}'`,
    `update contracts set text_sha256 = repeat('0', 64) where id = '${id}'`,
    `update contract_signatures set name = 'Outra pessoa'`,
    `delete from contract_events`,
  ])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow()
})

test('what the office does with a contract says by which account, as it was called then, and from where', async () => {
  const { own, BY, input } = await contractWorld()
  const id = await makeChange((change) => draftContract(change, input(own)))
  const uid = await anAccount('helena@example.org', 'admin')
  const actor = { uid, role: 'admin', address: '192.0.2.9', requestId: null } as const
  await carryOut(
    { actor, action: 'contract.send', now: MONDAY },
    async (change) => (await sendContract(change, id), null),
  )
  await db.updateTable('users').set({ email: 'outra@example.org' }).where('uid', '=', uid).execute()
  await makeChange((change) => signContract(change, own, id, BY))
  await makeChange((change) => sealContract(change, id, BY))
  const { events, fileHash } = await getContract(id)
  expect(events.map(({ event, account, address }) => [event, account, address])).toMatchObject([
    ['draft', null, null],
    ['sent', 'helena@example.org', '192.0.2.9'],
    ['signed', null, null],
    ['sealed', null, null],
  ])
  expect(textIn(await readKeptFile(fileHash!)).join(' ')).toMatch(/helena@\s*example\.org/)
})

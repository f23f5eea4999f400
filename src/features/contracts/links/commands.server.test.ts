import { afterEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { withdrawContract } from '#features/contracts/commands.server.ts'
import {
  askForCodeByLink,
  linkContract,
  noteOpening,
  refuseByLink,
  revokeContractLink,
  sealContract,
  signByLink,
  signContract,
} from '#features/contracts/signing/commands.server.ts'
import { remindOfContracts } from '#features/contracts/reminders/commands.server.ts'
import { findByLink, getContract } from '#features/contracts/queries.server.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { mergeDrivers } from '#features/fleet/merges/commands.server.ts'
import { contractWorld } from '#test/contracts.ts'
import { MONDAY, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { textIn } from '#test/pdf-text.ts'
import { tryFacts } from './commands.server.ts'

const refused = (code: RefusalCode, params = {}) => new Refusal(code, params)
const days = (count: number) => MONDAY.add({ hours: 24 * count })
const HOW = { name: 'Anselmo Quintão', browser: 'Browser/1.0' }
const NIF = { nif: '213 456 789' }

afterEach(() => vi.unstubAllEnvs())

async function linkWorld() {
  const world = await contractWorld()
  const tokenOf = async (id: string, asked = { days: 14, byMail: false }) =>
    (await makeChange((change) => linkContract(change, id, asked))).split('/').at(-1)!
  const sign = (token: string, how: object = { typed: NIF }, at = days(1)) =>
    makeChange((change) => signByLink(change, token, { ...HOW, typed: {}, ...how }), { at })
  return { ...world, tokenOf, sign }
}

test('who has no account signs by a link and what the record knows, and the evidence says what was asked and no more', async () => {
  const { own, aSent, tokenOf, sign, BY } = await linkWorld()
  const id = await aSent(own)
  const token = await tokenOf(id)
  const found = (await findByLink(token, days(1)))!
  expect(found).toMatchObject({ contract: { id }, way: { by: 'facts', asked: ['nif'] } })
  const visitor = { ...COMMAND_LINE, role: 'anonymous' as const, address: '192.0.2.7' }
  for (const browser of ['Browser/1.0', 'Browser/1.0', 'WhatsApp/2'])
    await noteOpening(id, { actor: visitor, now: days(1), browser })
  await sign(token)
  expect(await findByLink(token, days(1))).toBeNull()
  await expect(sign(token)).rejects.toEqual(refused('record.not-found'))
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }), { at: days(2) })
  const { events, signatures, fileHash } = await getContract(id)
  expect(events.map(({ event }) => event)).toEqual(['draft', 'sent', 'link', 'opened', 'signed', 'sealed'])
  expect(signatures[0]).toMatchObject({
    account: null,
    code: null,
    facts: ['nif'],
    link: { madeAt: MONDAY.toString() },
  })
  const text = textIn(await readKeptFile(fileHash!))
    .join(' ')
    .replaceAll(/\s+/g, ' ')
  for (const said of [
    'Prestação de serviços, viatura da frota, em português, versão 1',
    'Por uma ligação pessoal a este contrato',
    'como na ficha: o NIF.',
    '192.0.2.7',
  ])
    expect(text).toContain(said)
})

test('with a mail server a code is asked for, sent to the address of the record', async () => {
  const { own, aSent, tokenOf, sign } = await linkWorld()
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  await asOwner(`update drivers set email = 'anselmo@exemplo.pt' where id = '${own}'`)
  const id = await aSent(own)
  const token = await tokenOf(id, { days: 3, byMail: true })
  const mails = () =>
    db.selectFrom('mail_outbox').select(['template', 'recipient', 'params']).orderBy('id', 'desc').execute()
  expect((await mails())[0]).toMatchObject({ template: 'contract-link', recipient: 'anselmo@exemplo.pt' })
  await makeChange((change) => askForCodeByLink(change, token, HOW.browser))
  const code = String(Object((await mails())[0]!.params).code)
  await expect(sign(token, { typed: NIF }, MONDAY.add({ minutes: 1 }))).rejects.toEqual(refused('contract.code-over'))
  await sign(token, { code }, MONDAY.add({ minutes: 1 }))
  expect((await getContract(id)).signatures[0]).toMatchObject({ code: { to: 'a•••@exemplo.pt' }, facts: [] })
})

test('a link that is wrong, over, revoked, replaced, or of a contract that moved on or whose driver is gone, leads to nothing', async () => {
  const { own, aSent, tokenOf, sign, BY } = await linkWorld()
  const id = await aSent(own)
  const first = await tokenOf(id)
  const second = await tokenOf(id)
  const nothing = async (token: string, at = days(1)) => {
    expect(await findByLink(token, at)).toBeNull()
    await expect(sign(token, { typed: NIF }, at)).rejects.toEqual(refused('record.not-found'))
    const act = { reason: 'Não', browser: '' }
    await expect(makeChange((change) => refuseByLink(change, token, act), { at })).rejects.toEqual(
      refused('record.not-found'),
    )
    await expect(makeChange((change) => askForCodeByLink(change, token, ''), { at })).rejects.toEqual(
      refused('record.not-found'),
    )
  }
  await nothing(first)
  await nothing(second.slice(1))
  await nothing(second, days(14))
  await makeChange((change) => revokeContractLink(change, id))
  await nothing(second)
  const third = await tokenOf(id)
  await makeChange((change) => withdrawContract(change, id, 'Engano'))
  await nothing(third)
  await expect(tokenOf(id)).rejects.toEqual(refused('contract.moved-on'))
  const other = await aSent(own)
  const fourth = await tokenOf(other)
  await makeChange((change) => signContract(change, own, other, BY))
  await nothing(fourth)
  const fifth = await tokenOf(await aSent(own))
  await asOwner(`update drivers set removed_at = now(), status = 'inactive' where id = '${own}'`)
  await nothing(fifth)
})

test('the fifth wrong answer ends a link; of two tabs that sign at once one does; a driver refuses by it with a reason', async () => {
  const { own, aSent, tokenOf, sign } = await linkWorld()
  const id = await aSent(own)
  const token = await tokenOf(id)
  const { link, way } = (await findByLink(token, days(1)))!
  const facts = way.by === 'facts' ? way.facts : null
  for (const left of [4, 3, 2, 1])
    await expect(tryFacts(link, { nif: '213456780' }, facts!)).rejects.toEqual(
      refused('contract.facts-wrong', { left }),
    )
  await expect(tryFacts(link, {}, facts!)).rejects.toEqual(refused('record.not-found'))
  await expect(tryFacts(link, NIF, facts!)).rejects.toEqual(refused('record.not-found'))
  expect(await findByLink(token, days(1))).toBeNull()
  const newer = await tokenOf(id)
  await expect(sign(newer, { typed: { nif: '' } })).rejects.toMatchObject({ code: 'contract.facts-wrong' })
  const tabs = await Promise.allSettled([sign(newer), sign(newer)])
  expect(tabs.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const refusing = await tokenOf(await aSent(own))
  await makeChange((change) => refuseByLink(change, refusing, { reason: 'A renda', browser: '' }))
  expect(await findByLink(refusing, days(1))).toBeNull()
})

test('in the session of somebody else nobody signs or refuses by a link, and no answer is looked at', async () => {
  const { own, aSent, tokenOf } = await linkWorld()
  const id = await aSent(own)
  const token = await tokenOf(id)
  const uid = await anAccount('anselmo@exemplo.pt')
  await asOwner(`update drivers set uid = '${uid}' where id = '${own}'`)
  const as = (by: string) => ({ at: days(1), actor: { ...COMMAND_LINE, uid: by, role: 'admin' as const } })
  const sign = { ...HOW, typed: NIF }
  const refuse = { reason: 'Não', browser: '' }
  for (const act of [
    () => makeChange((change) => signByLink(change, token, sign), as('helena')),
    () => makeChange((change) => refuseByLink(change, token, refuse), as('helena')),
    () => makeChange((change) => askForCodeByLink(change, token, ''), as('helena')),
  ])
    await expect(act()).rejects.toEqual(refused('contract.link-session'))
  expect((await getContract(id)).state).toBe('sent')
  await makeChange((change) => signByLink(change, token, sign), as(uid))
  expect((await getContract(id)).signatures[0]).toMatchObject({ uid, account: null, facts: ['nif'] })
})

test('a link of a record that was merged is of the one that stays', async () => {
  const { own, other, aSent, tokenOf } = await linkWorld()
  const token = await tokenOf(await aSent(own))
  await asOwner(`update drivers set email = 'outro@exemplo.pt' where id = '${other}'`)
  await makeChange((change) => mergeDrivers(change, own, { into: other, reason: 'A mesma pessoa', terms: 'stays' }))
  expect(await findByLink(token, days(1))).toMatchObject({ reader: { driver: other, email: 'outro@exemplo.pt' } })
})

test('neither a token nor an answer is kept, and no mail of the outbox shows a link', async () => {
  const { own, aSent, tokenOf, sign } = await linkWorld()
  const token = await tokenOf(await aSent(own))
  await sign(token)
  for (const table of ['contract_links', 'contract_events', 'audit_events', 'contract_signatures'] as const) {
    const rows = JSON.stringify(await db.selectFrom(table).selectAll().execute())
    expect(rows).not.toContain(token)
    expect(rows).not.toContain('213456789')
  }
})

test('who has no account is reminded by a link that opens, as long good as the last one; where there may be none, by whom to ask', async () => {
  const { own, aSent, tokenOf, sign, BY } = await linkWorld()
  vi.stubEnv('SMTP_URL', 'smtp://127.0.0.1:1')
  await asOwner(`update drivers set email = 'anselmo@exemplo.pt' where id = '${own}'`)
  const mail = async () => {
    const { template, params } = await db
      .selectFrom('mail_outbox')
      .select(['template', 'params'])
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    return { template, ...Object(params) }
  }
  const id = await aSent(own)
  expect(await mail()).toMatchObject({ template: 'contract', event: 'sent', hasAccount: false })
  await remindOfContracts(days(5))
  expect(await mail()).toMatchObject({ template: 'contract', event: 'unsigned', hasAccount: false })

  const first = await tokenOf(id, { days: 7, byMail: true })
  // A driver who has the link open, or has just asked for a code, keeps it; the reminder waits until the next run.
  const visitor = { ...COMMAND_LINE, role: 'anonymous' as const, address: '192.0.2.7' }
  await noteOpening(id, { actor: visitor, now: days(9).subtract({ minutes: 100 }), browser: HOW.browser })
  await remindOfContracts(days(9))
  expect(await findByLink(first, days(6))).toMatchObject({ contract: { id } })
  await remindOfContracts(days(9).add({ minutes: 30 }))
  const reminder = await mail()
  expect(reminder).toMatchObject({ template: 'contract-link', again: true })
  const token = reminder.link.split('/').at(-1)
  expect(await findByLink(first, days(6))).toBeNull()
  expect(await findByLink(token, days(15))).toMatchObject({ contract: { id } })
  expect(await findByLink(token, days(16).add({ minutes: 30 }))).toBeNull()
  await makeChange((change) => askForCodeByLink(change, token, HOW.browser), { at: days(10) })
  await sign(token, { code: (await mail()).code }, days(10))
  expect((await getContract(id)).signatures[0]).toMatchObject({ code: { to: 'a•••@exemplo.pt' }, account: null })
  await makeChange((change) => sealContract(change, id, { ...BY, name: 'Helena Exemplo' }), { at: days(11) })
  expect(await mail()).toMatchObject({ template: 'contract', event: 'sealed', hasAccount: false })

  const other = await aSent(own)
  await tokenOf(other)
  await makeChange((change) => revokeContractLink(change, other))
  await remindOfContracts(days(7))
  expect(await mail()).toMatchObject({ template: 'contract', event: 'unsigned', hasAccount: false })
})

test('nobody is given a link whose record was put away', async () => {
  const { own, aSent, tokenOf } = await linkWorld()
  const id = await aSent(own)
  // Removed past the guard that keeps a record with a contract.
  await asOwner(`update drivers set removed_at = now() where id = '${own}'`)
  await expect(tokenOf(id)).rejects.toMatchObject({ code: 'driver.removed' })
})

import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { expect, test } from 'vitest'
import type { Change } from '#features/audit/commands.server.ts'
import { statementsOf } from '#test/statements.ts'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { newSecret } from '#platform/secret.ts'
import { MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import {
  addDocument,
  noteWithdrawal,
  rejectApplication,
  rejectSeveral,
  removeDocument,
  reopenApplication,
  savePapers,
  savePerson,
  saveVehicle,
  sendApplication,
  withdrawApplication,
} from './commands.server.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { moveApplication, moveSeveral } from '#features/recruitment/board/commands.server.ts'
import { approveApplication } from '#features/recruitment/approvals/commands.server.ts'
import {
  findApproved,
  findOwnApplication,
  getApplication,
  getOwnApplication,
  listApplications,
  pipelineFigures,
} from './queries.server.ts'
import { ownWithdrawal, papersInput, personInput, vehicleInput } from './schema.ts'
import { pdfBytes } from '#test/papers.ts'
import { getContract, listContracts } from '#features/contracts/queries.server.ts'
import { papersOf } from '#features/papers/queries.server.ts'
import { firstStageOf } from './stages/queries.server.ts'

const ANA = {
  name: 'Ana Sá Pinto',
  email: 'ana.sa@example.org',
  phone: '912 345 678',
  municipality: '',
  regime: 'slot',
}
const PAPERS = { licenceYear: '2015', certificate: 'valid', certificateUntil: '2029-03-01', platforms: 'uber', nif: '' }
const CAR = { make: 'Dacia', model: 'Jogger', plate: 'AB-12-CD', year: '2022' }
const NO_PLACE = { cause: 'no-place', reason: 'Sem viaturas livres.' } as const
const NO_REASON = { cause: null, reason: '' }
const PDF = new File([pdfBytes()], 'carta.pdf')

async function begun(said: Partial<typeof ANA> = {}, referral: string | null = null): Promise<string> {
  const code = newSecret()
  const input = personInput.parse({ ...ANA, ...said })
  await makeChange((change) => savePerson(change, code, input, { language: 'pt', referral }))
  return code
}

async function sent(said: Partial<typeof ANA> = {}, nif = '', referral: string | null = null): Promise<string> {
  const code = await begun(said, referral)
  await makeChange((change) => savePapers(change, code, papersInput.parse({ ...PAPERS, nif })))
  await makeChange((change) => sendApplication(change, code, { keep: true, language: 'pt' }))
  return code
}

const stageIds = async () => [(await firstStageOf('talking')).id, (await firstStageOf('checking')).id] as const
const idOf = async (code: string) => (await getOwnApplication(code)).id
const mailsTo = async (recipient: string) =>
  (await db.selectFrom('mail_outbox').selectAll().where('recipient', '=', recipient).orderBy('id').execute()).map(
    ({ template, params }) => ({ template, params }),
  )

test('an application goes from step to step under its link, and the office sees it once it is sent', async () => {
  await aFleet()
  await anAccount('helena@example.org', 'admin')
  const code = await begun({}, 'rui-v')
  await makeChange((change) => savePapers(change, code, papersInput.parse(PAPERS)))
  await makeChange((change) => saveVehicle(change, code, vehicleInput.parse(CAR)))
  await makeChange((change) => addDocument(change, code, { kind: 'licence', file: PDF }))
  expect(await listApplications()).toEqual([])
  await expect(getApplication(await idOf(code))).rejects.toMatchObject({ code: 'record.not-found' })

  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' }))
  expect(await listApplications()).toMatchObject([
    { name: 'Ana Sá Pinto', state: 'received', referral: 'rui-v', documents: ['licence'], isKnown: false },
  ])
  const seen = await getApplication(await idOf(code))
  expect(seen.vehicle).toEqual({ make: 'Dacia', model: 'Jogger', plate: 'AB12CD', year: 2022 })
  expect(seen.consents.map(({ text, version }) => [text, version])).toEqual([['privacy', '2026-11-21']])
  expect(await mailsTo('ana.sa@example.org')).toMatchObject([
    { template: 'application-received', params: { link: `/signup/state?code=${code}` } },
  ])
  expect(await mailsTo('helena@example.org')).toMatchObject([{ template: 'application-arrived' }])
})

test('only the hash of the link is kept, and another link shows nothing', async () => {
  await aFleet()
  const code = await begun()
  const row = await db.selectFrom('applications').selectAll().executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(code)
  expect(await findOwnApplication(newSecret())).toBeNull()
  await expect(getOwnApplication(newSecret())).rejects.toMatchObject({ code: 'application.unknown' })
})

test('a step sent again corrects it; after sending, the person stays as it was and papers can still come', async () => {
  await aFleet()
  const code = await begun()
  const corrected = personInput.parse({ ...ANA, name: 'Ana Pinto', regime: 'rental' })
  const where = { language: 'pt' as const, referral: null }
  await makeChange((change) => savePerson(change, code, corrected, where))
  expect(await getOwnApplication(code)).toMatchObject({ name: 'Ana Pinto', regime: 'rental' })

  await expect(
    makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' })),
  ).rejects.toMatchObject({
    code: 'application.incomplete',
  })
  await makeChange((change) => savePapers(change, code, papersInput.parse(PAPERS)))
  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' }))
  await expect(makeChange((change) => savePerson(change, code, corrected, where))).rejects.toMatchObject({
    code: 'application.sent',
  })
  await expect(
    makeChange((change) => sendApplication(change, code, { keep: false, language: 'pt' })),
  ).rejects.toMatchObject({
    code: 'application.sent',
  })
  await makeChange((change) => addDocument(change, code, { kind: 'certificate', file: PDF }))
  const [document] = (await getOwnApplication(code)).documents
  await makeChange((change) => removeDocument(change, code, document!.id))
  expect((await getOwnApplication(code)).documents).toEqual([])
})

test('a paper is what its bytes say, and nobody takes back another’s', async () => {
  await aFleet()
  const [code, other] = [await begun(), await begun({ email: 'x@example.org' })]
  const page = new File(['<script>alert(1)</script>'], 'carta.pdf')
  await expect(
    makeChange((change) => addDocument(change, code, { kind: 'licence', file: page })),
  ).rejects.toMatchObject({
    code: 'upload.unknown',
  })
  await makeChange((change) => addDocument(change, code, { kind: 'licence', file: PDF }))
  const [document] = (await getOwnApplication(code)).documents
  await makeChange((change) => removeDocument(change, other, document!.id))
  expect((await getOwnApplication(code)).documents).toHaveLength(1)
})

test('who shares e-mail, phone or NIF is named to the office, by what they share', async () => {
  await aFleet()
  const driver = await db.selectFrom('drivers').select(['id', 'name']).orderBy('ref').executeTakeFirstOrThrow()
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', driver.id, '123456789'))
    .where('id', '=', driver.id)
    .execute()
  const first = await sent()
  const second = await sent({ email: 'ANA.SA@example.org', phone: '+351 912 345 678' }, '123 456 789')
  const { duplicates } = await getApplication(await idOf(second))
  expect(duplicates).toEqual([
    { kind: 'driver', id: driver.id, name: driver.name, same: ['nif'] },
    { kind: 'application', id: await idOf(first), name: 'Ana Sá Pinto', same: ['email', 'phone'] },
  ])
  expect((await listApplications()).map(({ isKnown }) => isKnown)).toEqual([true, true])
})

test('approving makes a driver to be activated and mails an invitation that opens', async () => {
  await aFleet()
  const code = await sent({}, '123456789')
  const id = await idOf(code)
  const made = await makeChange((change) => approveApplication(change, id), { action: 'application.approve' })
  const driver = await db.selectFrom('drivers').selectAll().where('id', '=', made).executeTakeFirstOrThrow()
  expect(driver).toMatchObject({ name: 'Ana Sá Pinto', status: 'pending', phone: '+351912345678' })
  expect((await getDriver(made)).nif).toBe('123456789')
  expect(await mailsTo('ana.sa@example.org')).toMatchObject([
    { template: 'application-received' },
    { template: 'invite', params: { link: expect.stringMatching(/^\/invite\?code=[\w-]{43}$/) } },
  ])
  expect(await getOwnApplication(code)).toMatchObject({ state: 'approved', driverId: made })
  expect(await makeChange((change) => approveApplication(change, id))).toBe(made)
  expect((await getApplication(id)).duplicates).toEqual([])
})

test('an application that is approved twice at once makes one driver and one invitation', async () => {
  await aFleet()
  const id = await idOf(await sent())
  const before = await db.selectFrom('drivers').select('id').execute()
  const both = await Promise.all([1, 2].map(() => makeChange((change) => approveApplication(change, id))))
  expect(both[0]).toBe(both[1])
  expect(await db.selectFrom('drivers').select('id').execute()).toHaveLength(before.length + 1)
  expect((await mailsTo('ana.sa@example.org')).map(({ template }) => template)).toEqual([
    'application-received',
    'invite',
  ])
})

test('an approval hands over the papers that came, asks for the others, agrees the offer and drafts the contract', async () => {
  await aFleet()
  await asOwner(`
    update company set name = 'Cais do Volante, Lda', nipc = '500000000', licence_number = 'L-1';
    update company set address = 'Rua de Exemplo, 1'`)
  const code = await sent({}, '123456789')
  const id = await idOf(code)
  await makeChange((change) => saveVehicle(change, code, vehicleInput.parse(CAR)))
  for (const kind of ['licence', 'certificate', 'insurance', 'licence'] as const)
    await makeChange((change) => addDocument(change, code, { kind, file: PDF }))
  const facts = {
    representative: 'Rosa Dias',
    driverAddress: 'Rua Um, Almada',
    driverDocument: 'CC 1',
    driverLicence: 'L-1',
    driverCertificate: '123',
  }
  const driver = await makeChange((change) => approveApplication(change, id, { terms: 'on', ...facts }))
  const papers = await papersOf({ holder: 'driver', id: driver }, MONDAY)
  const inState = (state: string) => papers.filter((paper) => paper.state === state).map(({ kind }) => kind)
  expect(inState('sent').toSorted()).toEqual(['cmtvde', 'driving-licence'])
  expect(papers.find(({ kind }) => kind === 'cmtvde')).toMatchObject({ expiresOn: '2029-03-01' })
  expect(inState('asked').toSorted()).toEqual(['criminal-record', 'iban-proof', 'identity', 'slot-link'])
  const contract = (await listContracts()).find((one) => one.driver.id === driver)
  expect(contract).toMatchObject({ kind: 'own-car', state: 'draft' })
  const { body } = await getContract(contract!.id, null)
  expect(body).toContain('Dacia Jogger')
  expect(body).not.toContain('Taxa do Operador: nenhuma')
  expect(await findApproved(id, MONDAY)).toMatchObject({
    driverId: driver,
    hasTerms: true,
    contract: contract!.id,
    open: [],
  })
})

test('an approval whose contract is still open keeps what was typed for it, and says what is missing', async () => {
  await aFleet()
  const id = await idOf(await sent({ regime: 'rental' }))
  const facts = {
    representative: 'Rosa Dias',
    driverAddress: '',
    driverDocument: '',
    driverLicence: '',
    driverCertificate: '',
  }
  const driver = await makeChange((change) => approveApplication(change, id, { terms: undefined, ...facts }))
  const approved = await findApproved(id, MONDAY)
  expect(approved).toMatchObject({ driverId: driver, hasTerms: false, contract: null, isPrepared: true })
  expect(approved!.open).not.toContain('representative')
  expect(approved!.open).toEqual(expect.arrayContaining(['driverNif', 'carPlate', 'fee']))
})

test('a driver who is there already can’t be made twice: nothing of the approval stays', async () => {
  await aFleet()
  const first = await idOf(await sent())
  const second = await idOf(await sent())
  await makeChange((change) => approveApplication(change, first))
  await expect(makeChange((change) => approveApplication(change, second))).rejects.toMatchObject({ code: 'key.taken' })
  expect(await getApplication(second)).toMatchObject({ state: 'received', driverId: null })
})

test('nor under another e-mail and phone: whoever drives here brings not even themselves by their own link', async () => {
  await aFleet()
  const { id, name } = await db
    .selectFrom('drivers')
    .select(['id', 'name'])
    .where('ref', '=', 'D1')
    .executeTakeFirstOrThrow()
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', id, '123456789'))
    .where('id', '=', id)
    .execute()
  const again = await idOf(await sent({ email: 'outra@example.org', phone: '913 000 111' }, '123 456 789', 'd1'))
  await expect(makeChange((change) => approveApplication(change, again))).rejects.toMatchObject({
    code: 'driver.known',
    params: { id, ref: 'D1', driver: name },
  })
  expect(await getApplication(again)).toMatchObject({ state: 'received', driverId: null })
})

test('rejecting mails the reason; notes and states stand in their order; a decision ends it for both sides', async () => {
  await aFleet()
  const code = await sent()
  const id = await idOf(code)
  const [talking, checking] = await stageIds()
  await makeChange((change) => moveApplication(change, id, { stage: talking, text: 'Liga na quinta.' }))
  await makeChange((change) => moveApplication(change, id, { stage: talking, text: 'Falta o CMTVDE.' }))
  await makeChange((change) => moveApplication(change, id, { stage: talking, text: '' }))
  expect((await getApplication(id)).notes.map(({ state, text }) => [state, text])).toEqual([
    [null, 'Falta o CMTVDE.'],
    ['talking', 'Liga na quinta.'],
  ])
  await makeChange((change) => rejectApplication(change, id, NO_PLACE))
  expect((await mailsTo('ana.sa@example.org')).at(-1)).toMatchObject({
    template: 'application-rejected',
    params: { reason: 'Sem viaturas livres.' },
  })
  for (const late of [
    () => makeChange((change) => moveApplication(change, id, { stage: checking, text: '' })),
    () => makeChange((change) => withdrawApplication(change, code, NO_REASON)),
    () => makeChange((change) => addDocument(change, code, { kind: 'licence', file: PDF })),
  ])
    await expect(late()).rejects.toMatchObject({ code: 'application.decided' })
})

test('a refusal is taken back with a reason, and stands where it stood; a driver that was made stays one', async () => {
  await aFleet()
  const [talking] = await stageIds()
  const code = await sent()
  const id = await idOf(code)
  await makeChange((change) => moveApplication(change, id, { stage: talking, text: '' }))
  await makeChange((change) => rejectApplication(change, id, NO_PLACE))
  await makeChange((change) => reopenApplication(change, id, { reason: 'Afinal há viatura.' }))
  const open = await getApplication(id)
  expect(open).toMatchObject({ state: 'talking', stage: { id: talking }, cause: null, reason: null, decidedAt: null })
  expect(open.notes[0]).toMatchObject({ what: 'reopened', text: 'Afinal há viatura.' })
  await expect(makeChange((change) => reopenApplication(change, id, { reason: 'x' }))).rejects.toMatchObject({
    code: 'application.not-ended',
  })

  await makeChange((change) => withdrawApplication(change, code, { cause: 'conditions', reason: 'A renda é alta.' }))
  const withdrawn = await getApplication(id)
  expect([withdrawn.cause, withdrawn.notes[0]]).toMatchObject([
    'conditions',
    { what: 'withdrawn', text: 'A renda é alta.' },
  ])
  await makeChange((change) => reopenApplication(change, id, { reason: 'Ligou: quer voltar.' }))
  await makeChange((change) => noteWithdrawal(change, id, { cause: 'other-fleet', reason: '' }))
  expect((await getApplication(id)).state).toBe('withdrawn')
  await makeChange((change) => reopenApplication(change, id, { reason: 'Ligou outra vez.' }))
  await makeChange((change) => approveApplication(change, id))
  await expect(makeChange((change) => reopenApplication(change, id, { reason: 'x' }))).rejects.toMatchObject({
    code: 'application.not-ended',
  })
})

test('what the page of an application sends is enough to withdraw it: a cause of its list, or none', async () => {
  await aFleet()
  for (const cause of ['no-time', '']) {
    const code = await sent({ email: `${cause || 'nobody'}@example.org` })
    await makeChange((change) => withdrawApplication(change, code, ownWithdrawal.input.parse({ cause })))
    expect(await getApplication(await idOf(code))).toMatchObject({ state: 'withdrawn', cause: cause || null })
  }
})

test('the log keeps nothing of the person', async () => {
  await aFleet()
  const id = await idOf(await sent({}, '123456789'))
  await makeChange((change) => rejectApplication(change, id, { cause: 'requirements', reason: 'Ana não tem carta.' }))
  const events = await db.selectFrom('audit_events').selectAll().where('subject', '=', `application:${id}`).execute()
  expect(events.length).toBeGreaterThan(3)
  expect(JSON.stringify(events)).not.toMatch(/Ana|ana\.sa|912345678|123456789/)
})

test('an application is forgotten with its documents when its time is over, and kept longer by who agreed to that', async () => {
  await aFleet()
  await anAccount('helena@example.org', 'admin')
  const unsent = await begun()
  await makeChange((change) => savePapers(change, unsent, papersInput.parse(PAPERS)))
  await makeChange((change) => addDocument(change, unsent, { kind: 'licence', file: PDF }))
  const kept = await sent({ email: 'kept@example.org', phone: '912 345 671' })
  await makeChange(async (change) => rejectApplication(change, await idOf(kept), NO_PLACE))
  const waiting = await sent({ email: 'waiting@example.org', phone: '912 345 672' })

  const after = (days: number) => MONDAY.add({ hours: 24 * days })
  expect(await purgeApplications(after(29))).toBe(0)
  expect(await purgeApplications(after(31))).toBe(1)
  await expect(getOwnApplication(unsent)).rejects.toMatchObject({ code: 'application.unknown' })
  expect(await purgeApplications(after(364))).toBe(0)
  expect(await purgeApplications(after(366))).toBe(1)
  await expect(getOwnApplication(kept)).rejects.toMatchObject({ code: 'application.unknown' })
  expect((await getOwnApplication(waiting)).state).toBe('received')
})

test('how applications ended is counted by source and cause, also once they are forgotten', async () => {
  await aFleet()
  await anAccount('helena@example.org', 'admin')
  const from = Temporal.PlainDate.from('2026-01-01')
  const before = await pipelineFigures(from)
  const refused = await sent({ email: 'one@example.org', phone: '912 345 681' }, '', 'rui-v')
  await makeChange(async (change) => rejectApplication(change, await idOf(refused), NO_PLACE))
  const gone = await sent({ email: 'two@example.org', phone: '912 345 682' })
  await makeChange((change) => withdrawApplication(change, gone, NO_REASON))
  await sent({ email: 'three@example.org', phone: '912 345 683' })

  const counted = async () => {
    const { referred, direct, causes } = await pipelineFigures(from)
    const place = (list: typeof causes) => list.find(({ cause }) => cause === 'no-place')?.count ?? 0
    return [
      referred.rejected - before.referred.rejected,
      direct.withdrawn - before.direct.withdrawn,
      direct.open - before.direct.open,
      place(causes) - place(before.causes),
    ]
  }
  expect(await counted()).toEqual([1, 1, 1, 1])
  await purgeApplications(MONDAY.add({ hours: 24 * 400 }))
  await expect(getOwnApplication(refused)).rejects.toMatchObject({ code: 'application.unknown' })
  expect(await counted()).toEqual([1, 1, 1, 1])
})

test('two who chose the same applicants in another order never wait for each other in a circle', async () => {
  const [talking] = await stageIds()
  const ids: string[] = []
  for (let at = 0; at < 12; at++) ids.push(await idOf(await sent({ email: `ana.${at}@example.org` })))
  const moved = await Promise.allSettled([
    makeChange((change) => moveSeveral(change, ids, { stage: talking, text: 'um' })),
    makeChange((change) => moveSeveral(change, ids.toReversed(), { stage: talking, text: 'outro' })),
  ])
  expect(moved.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
  // Of the two who reject them all, one is refused because it is decided, and nobody gets the answer twice.
  const rejected = await Promise.allSettled([
    makeChange((change) => rejectSeveral(change, ids, NO_PLACE)),
    makeChange((change) => rejectSeveral(change, ids.toReversed(), NO_PLACE)),
  ])
  expect(rejected.map((one) => (one.status === 'rejected' ? one.reason.code : 'done')).toSorted()).toEqual([
    'application.decided',
    'done',
  ])
  expect(await mailsTo('ana.3@example.org')).toHaveLength(2)
})

test('many applications are moved and rejected with as many statements as few', async () => {
  const [talking] = await stageIds()
  const asked: { moved: number; rejected: number }[] = []
  // The first time asks also what a process asks once.
  for (const count of [2, 2, 9]) {
    const ids: string[] = []
    for (let at = 0; at < count; at++)
      ids.push(await idOf(await sent({ email: `rui.${asked.length}.${at}@example.org` })))
    const statements = async (work: (change: Change) => Promise<void>) =>
      (await statementsOf(() => makeChange(work))).length
    asked.push({
      moved: await statements((change) => moveSeveral(change, ids, { stage: talking, text: 'um' })),
      rejected: await statements((change) => rejectSeveral(change, ids, NO_PLACE)),
    })
  }
  expect(asked[2]).toEqual(asked[1])
})

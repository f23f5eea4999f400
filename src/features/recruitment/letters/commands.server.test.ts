import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { newSecret } from '#platform/secret.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { addDocument, rejectApplication, savePapers, savePerson, sendApplication } from '../commands.server.ts'
import { purgeApplications } from '#features/recruitment/forgotten/commands.server.ts'
import { findOwnApplication, getApplication, getOwnApplication } from '../queries.server.ts'
import { papersInput, personInput } from '../schema.ts'
import { createText, mailLetter, noteWhatsApp, removeText, saveText } from './commands.server.ts'
import { listLetters, listTexts } from './queries.server.ts'
import { fillLetter, newTextInput } from './schema.ts'

const PAPERS = { licenceYear: '2015', certificate: 'soon', certificateUntil: '', platforms: 'none', nif: '' }
const PERSON = { name: 'Ana Sá', email: 'ana@example.org', phone: '912 345 678', municipality: '', regime: 'rental' }
const TEXT = {
  name: 'Olá',
  subjectPt: 'Olá',
  subjectEn: 'Hello',
  bodyPt: 'Falta {falta}.',
  bodyEn: 'Missing: {falta}.',
}

async function sent() {
  const code = newSecret()
  await makeChange((change) => savePerson(change, code, personInput.parse(PERSON), { language: 'en', referral: null }))
  await makeChange((change) => savePapers(change, code, papersInput.parse(PAPERS)))
  await makeChange((change) => sendApplication(change, code, { keep: false, language: 'en' }))
  return getApplication((await getOwnApplication(code)).id)
}

/** The code in the link of the newest mail. */
async function mailed(): Promise<string> {
  const { params } = await db
    .selectFrom('mail_outbox')
    .select('params')
    .where('template', '=', 'application-letter')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return String(Object(params).link).split('code=')[1]!
}

test('a mail carries a link of its own, which opens the application until it ends', async () => {
  await aFleet()
  const application = await sent()
  await makeChange((change) => mailLetter(change, application, { subject: 'Papers', body: 'One.\n\nTwo.' }), {
    at: Temporal.Now.instant(),
  })
  const code = await mailed()
  expect(await findOwnApplication(code)).toMatchObject({ id: application.id })
  const file = new File([pdfBytes()], 'carta.pdf')
  await makeChange((change) => addDocument(change, code, { kind: 'licence', file }))
  expect((await getApplication(application.id)).documents).toHaveLength(1)
  expect(JSON.stringify(await db.selectFrom('application_links').selectAll().execute())).not.toContain(code)

  await asOwner(`update application_links set expires_at = now() - interval '1 second'`)
  expect(await findOwnApplication(code)).toBeNull()
  await expect(makeChange((change) => addDocument(change, code, { kind: 'licence', file }))).rejects.toMatchObject({
    code: 'application.unknown',
  })
})

test('what was written stands with what became of it, and goes with the application', async () => {
  await aFleet()
  const application = await sent()
  await makeChange((change) => mailLetter(change, application, { subject: 'Papers', body: 'One.' }))
  await makeChange((change) => noteWhatsApp(change, application.id, 'Hello'))
  const letters = await listLetters(application.id)
  expect(letters.map(({ channel, subject, body, state }) => [channel, subject, body, state]).toSorted()).toEqual([
    ['mail', 'Papers', 'One.', 'waiting'],
    ['whatsapp', '', 'Hello', null],
  ])
  await makeChange((change) => rejectApplication(change, application.id, { cause: 'other', reason: 'x' }))
  await purgeApplications(Temporal.Instant.from('2027-06-08T09:00:00Z'))
  expect(await db.selectFrom('application_letters').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('application_links').selectAll().execute()).toEqual([])
})

test('a text has places that are known, in both languages; two who change it at once do not undo each other', async () => {
  expect(newTextInput.safeParse({ ...TEXT, bodyPt: 'Falta {isto}.' }).success).toBe(false)
  expect(fillLetter('Falta {falta}.{coluna}', { falta: 'IBAN' })).toBe('Falta IBAN.')
  const id = await makeChange((change) => createText(change, newTextInput.parse(TEXT)))
  const text = (await listTexts()).find((one) => one.id === id)!
  const changed = { ...newTextInput.parse(TEXT), name: 'Bom dia', version: text.version }
  await makeChange((change) => saveText(change, id, changed))
  await expect(makeChange((change) => saveText(change, id, changed))).rejects.toMatchObject({
    code: 'record.changed-meanwhile',
  })
  await makeChange((change) => removeText(change, id))
  expect((await listTexts()).map(({ name }) => name)).not.toContain('Bom dia')
})

test('a text takes only the placeholders of the list, as they are written there, and says so of anything else between braces', () => {
  for (const wrong of [
    'Olá {nom}',
    'Olá {Nome}',
    'Olá {nome do candidato}',
    'Olá {não}',
    'Olá {nome',
    'Olá nome}',
    '{{nome}}',
  ]) {
    const read = newTextInput.safeParse({ ...TEXT, subjectPt: wrong, bodyEn: wrong })
    const said = read.error?.issues.map(({ path, message }) => [path[0], message])
    expect(said, wrong).toEqual([
      ['subjectPt', 'field.letter-place'],
      ['bodyEn', 'field.letter-place'],
    ])
  }
  expect(newTextInput.safeParse({ ...TEXT, bodyPt: '{nome}, {empresa}: {falta} {regime} {coluna}' }).success).toBe(true)
})

import { db } from '#db/client.server.ts'
import type { DocumentKind } from '#domain/application.ts'
import { ZONE } from '#domain/week.ts'
import {
  addDocument,
  rejectApplication,
  savePapers,
  savePerson,
  saveVehicle,
  sendApplication,
  withdrawApplication,
} from '#features/recruitment/commands.server.ts'
import { moveApplication } from '#features/recruitment/board/commands.server.ts'
import { getOwnApplication } from '#features/recruitment/queries.server.ts'
import { addTask } from '#features/recruitment/tasks/commands.server.ts'
import { firstStageOf } from '#features/recruitment/stages/queries.server.ts'
import { papersInput, personInput, vehicleInput } from '#features/recruitment/schema.ts'
import { markMessage, writeToOffice } from '#features/visitors/contact/commands.server.ts'
import { makeChange } from './change.server.ts'
import { APPLICANTS, type DemoApplicant, MESSAGES } from './people.ts'
import { newSecret } from '#platform/secret.ts'

/** Adds the applications and messages of the last weeks, by the same commands as the site and the office. */
export async function receiveVisitors(now: Temporal.Instant): Promise<void> {
  for (const applicant of APPLICANTS) await apply(applicant, daysBefore(now, applicant.daysAgo))
  for (const { daysAgo, language, isAnswered, message } of MESSAGES) {
    const at = daysBefore(now, daysAgo)
    await makeChange('contact.write', at, (change) => writeToOffice(change, message, language))
    if (isAnswered) await answerLast(at.add({ hours: 3 }))
  }
}

/** Sends an application, and does what the office has done with it so far. */
export async function apply(applicant: DemoApplicant, at: Temporal.Instant) {
  const { referral, person, papers, vehicle, documents, notes, task, end } = applicant
  const code = newSecret()
  const id = await makeChange('application.send', at, async (change) => {
    await savePerson(change, code, personInput.parse(person), { language: 'pt', referral })
    await savePapers(change, code, papersInput.parse(papers))
    if (vehicle) await saveVehicle(change, code, vehicleInput.parse(vehicle))
    for (const kind of documents) await addDocument(change, code, { kind, file: paperOf(kind, person.name) })
    await sendApplication(change, code, { keep: true, language: 'pt' })
    return (await getOwnApplication(code, change.tx)).id
  })
  for (const [days, { state, text }] of notes.entries()) {
    const { id: stage } = await firstStageOf(state)
    await makeChange('application.move', at.add({ hours: 5 + 24 * days }), (change) =>
      moveApplication(change, id, { stage, text }),
    )
  }
  if (task) {
    const dueOn = at.toZonedDateTimeISO(ZONE).toPlainDate().add({ days: task.days }).toString()
    await makeChange('application.task', at.add({ hours: 6 }), (change) =>
      addTask(change, id, { what: task.what, dueOn, person: '' }),
    )
  }
  if (end === 'withdrawn')
    await makeChange('application.withdraw', at.add({ hours: 30 }), (change) =>
      withdrawApplication(change, code, { cause: 'other-fleet', reason: '' }),
    )
  else if (end)
    await makeChange('application.reject', at.add({ hours: 30 }), (change) => rejectApplication(change, id, end))
}

async function answerLast(at: Temporal.Instant) {
  const { id } = await db.selectFrom('contact_messages').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  await makeChange('contact.mark', at, (change) => markMessage(change, id, 'answered'))
}

function daysBefore(now: Temporal.Instant, days: number): Temporal.Instant {
  return now.subtract({ hours: 24 * days })
}

/** An empty page with a name, because documents of the demonstration need no content. */
function paperOf(kind: DocumentKind, name: string): File {
  const page = [
    '%PDF-1.4',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj',
    '2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj',
    '3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>endobj',
    `% ${name}`,
    'trailer<</Root 1 0 R>>',
    '%%EOF',
  ]
  return new File([page.join('\n')], `${kind}.pdf`, { type: 'application/pdf' })
}

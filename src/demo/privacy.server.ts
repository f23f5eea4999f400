import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { closeBreach, noteNotified, writeBreach } from '#features/oversight/breaches/commands.server.ts'
import { answerRequest, askRequest, writeRequest } from '#features/oversight/data-requests/commands.server.ts'
import { askErasure, confirmErasure } from '#features/oversight/personal-data/commands.server.ts'
import { savePerson } from '#features/recruitment/commands.server.ts'
import { personInput } from '#features/recruitment/schema.ts'
import { newSecret } from '#platform/secret.ts'
import { makeChange } from './change.server.ts'

const DAY = 24

/** Adds requests about personal data, a breach that was notified and closed, and an erased candidate. */
export async function protectData(now: Temporal.Instant, driver: OwnDriverId): Promise<void> {
  const ago = (days: number) => now.subtract({ hours: DAY * days })
  const answeredId = await makeChange('data-request.ask', ago(20), (change) =>
    askRequest(change, driver, { kind: 'portability', words: 'Quero levar os meus dados para outra frota.' }),
  )
  await makeChange('data-request.answering', ago(18), (change) =>
    answerRequest(change, answeredId, { outcome: 'done', answer: 'Enviámos o ficheiro com todos os seus dados.' }),
  )
  await makeChange('data-request.write', ago(6), (change) =>
    writeRequest(
      change,
      {
        kind: 'access',
        name: 'Filipa Antunes',
        contact: 'filipa.antunes@example.org',
        askedOn: ago(7).toZonedDateTimeISO('Europe/Lisbon').toPlainDate().toString(),
        words: 'Candidatou-se no ano passado e pergunta o que ainda guardamos.',
      },
      null,
    ),
  )
  const breach = await makeChange('data-breach.write', ago(41), (change) =>
    writeBreach(change, {
      knownAt: ago(41),
      happened: 'Um extrato seguiu por e-mail para o motorista errado.',
      data: 'Nome, ganhos e descontos de uma semana.',
      peopleKinds: 'Um motorista',
      peopleCount: 1,
      effects: 'Outra pessoa soube quanto ganhou.',
      measures: 'Quem o recebeu apagou-o e confirmou por escrito. O endereço foi corrigido.',
    }),
  )
  await makeChange('data-breach.telling', ago(40), (change) =>
    noteNotified(change, breach, { whom: 'authority', told: true, why: '' }),
  )
  await makeChange('data-breach.telling', ago(40), (change) =>
    noteNotified(change, breach, { whom: 'people', told: true, why: '' }),
  )
  await makeChange('data-breach.closing', ago(33), (change) => closeBreach(change, breach))
  await eraseCandidate(ago(3))
}

async function eraseCandidate(at: Temporal.Instant): Promise<void> {
  const typed = {
    name: 'Telmo Vasques',
    email: 'telmo.vasques@example.org',
    phone: '912 000 111',
    municipality: '',
    regime: 'slot',
  }
  await makeChange('application.save', at.subtract({ hours: DAY * 9 }), (change) =>
    savePerson(change, newSecret(), personInput.parse(typed), { language: 'pt', referral: null }),
  )
  const { id } = await db
    .selectFrom('applications')
    .select('id')
    .where(sql<boolean>`lower(email) = ${typed.email}`)
    .executeTakeFirstOrThrow()
  const erasure = await makeChange('erasure.ask', at, (change) => askErasure(change, `application:${id}`))
  await makeChange('erasure.confirm', at, (change) => confirmErasure(change, erasure, typed.name))
}

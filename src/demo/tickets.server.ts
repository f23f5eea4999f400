import { requireValue } from '#domain/certain.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { aboutText } from '#domain/ticket.ts'
import { createTemplate } from '#features/support/templates/commands.server.ts'
import { listTicketSubjects } from '#features/support/ticket-subjects/queries.server.ts'
import { aboutOf } from '#features/support/ticket-subjects/schema.ts'
import { answerTicket, closeOwnTicket, openTicket, replyToTicket } from '#features/support/tickets/commands.server.ts'
import { askInput } from '#features/support/tickets/schema.ts'
import { makeChange } from './change.server.ts'
import { photoOf } from './photo.server.ts'

/** Drawing of a warning light, which a driver sends as a photo. */
const LIGHT = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="420"><rect width="640" height="420" fill="#15181a"/>
  <circle cx="320" cy="200" r="110" fill="none" stroke="#f2a33c" stroke-width="16"/>
  <text x="320" y="245" font-family="sans-serif" font-size="120" fill="#f2a33c" text-anchor="middle">!</text></svg>`

const TEMPLATES = [
  {
    name: 'Quando é pago',
    pt: 'O extrato é pago na quinta-feira depois de ser aprovado. O dinheiro chega à conta no próprio dia ou no dia útil seguinte.',
    en: 'The statement is paid on the Thursday after it is approved. The money arrives that day or on the next working day.',
  },
  {
    name: 'Portagem atrasada',
    pt: 'Esta passagem só chegou agora no ficheiro da Via Verde. Entra no extrato da semana em que chegou.',
    en: 'This toll came late in the file from Via Verde. It goes on the statement for the week in which it came.',
  },
]

/** Adds drivers' tickets in every state: waiting, overdue, answered and closed. */
export async function askTheOffice(now: Temporal.Instant, ids: ReadonlyMap<string, string>): Promise<void> {
  const ago = (hours: number) => now.subtract({ hours })
  const driver = (ref: string) => requireValue(ids, ref) as OwnDriverId
  const ask = (ref: string, hours: number, fields: Record<string, unknown>) =>
    makeChange('ticket.open', ago(hours), (change) => openTicket(change, driver(ref), askInput.parse(fields)))
  const answer = (id: string, hours: number, words: string) =>
    makeChange('ticket.answer', ago(hours), (change) => answerTicket(change, id, { words }))

  for (const template of TEMPLATES)
    await makeChange('support.template', ago(24 * 60), (change) => createTemplate(change, template))

  const subjects = await listTicketSubjects(driver('M1'), now)
  const about = (kind: string) => {
    const subject = subjects.find((candidate) => candidate.kind === kind)
    return subject ? aboutText(aboutOf(subject)) : ''
  }
  const closed = await ask('M1', 24 * 20, {
    topic: 'papers',
    words: 'O certificado novo ainda não chegou. Posso enviar o comprovativo do pedido?',
  })
  await answer(closed, 24 * 20 - 5, 'Pode. Envie o comprovativo em «Documentos» e, quando chegar, o certificado.')
  await makeChange('ticket.close', ago(24 * 19), (change) => closeOwnTicket(change, driver('M1'), closed))

  const answered = await ask('M1', 24 * 6, {
    topic: 'money',
    words: 'Porque é que esta semana tem menos do que a anterior? Fiz mais ou menos as mesmas horas.',
    about: about('week'),
  })
  await answer(
    answered,
    24 * 6 - 20,
    'Nesta semana houve menos incentivos da Bolt. Abra a linha dos ganhos no extrato: cada viagem está lá.',
  )

  await ask('M1', 3, {
    topic: 'car',
    words: 'Acendeu esta luz no painel hoje de manhã. Continuo a conduzir ou passo pela oficina?',
    about: about('car'),
    files: [await photoOf(LIGHT, 'painel.jpg')],
  })
  await ask('M4', 24 * 9, { topic: 'toll-fine', words: 'Recebi em casa uma carta da ANSR. A quem a entrego?' })
  const again = await ask('M6', 24 * 3, {
    topic: 'platform',
    words: 'A Uber pede uma fotografia nova do seguro da viatura.',
  })
  await answer(again, 24 * 3 - 4, 'Já a enviámos no portal. Diga-nos se a Uber voltar a pedir.')
  await makeChange('ticket.reply', ago(20), (change) =>
    replyToTicket(change, driver('M6'), again, { words: 'Voltou a pedir hoje.' }),
  )
}

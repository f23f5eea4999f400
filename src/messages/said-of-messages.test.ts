import { readFileSync, globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { en } from './en.ts'
import { pt } from './pt.ts'

/*
 * "Sent" and "told" are said of what left alone (docs/decisions/177). Each sentence that says so of somebody else stands here with
 * why it is true where it is shown; a new one has to ask whether the person is reached first (`features/mail/reach`).
 */
const CLAIMS = {
  pt: /\b(?:foi|foram) (?:avisad|enviad)[oa]s?\b|\bfica avisad|\bavisámos\b|\benviámos\b|\bseguiu\b/i,
  en: /\b(?:has|have) been (?:notified|told|emailed|sent)\b|\b(?:was|were) (?:sent|notified|told)\b|\bwe (?:have )?(?:emailed|sent)\b/i,
}

type Why =
  /** Whoever reads it sent it, to this site. */
  | 'own'
  /** A form that is there only where a mail server took or takes the mail. */
  | 'mail-server'
  /** Somebody notes what a hand did. */
  | 'noted'
  /** The words say what nobody was told, or what waits for that. */
  | 'nobody'

const ALLOWED: Readonly<Record<string, Why>> = {
  'page.contracts.done.code': 'mail-server',
  'page.contracts.link.mailed': 'mail-server',
  'errors.contract.code-too-many': 'mail-server',
  'errors.mail.already-sent': 'mail-server',
  'page.recruitment.letters.whereLink': 'mail-server',
  'page.corrections.done.asked': 'own',
  'page.support.own.done.open': 'own',
  'page.support.own.done.reply': 'own',
  'page.damageReports.own.done.send': 'own',
  'page.offline.outbox.sent': 'own',
  'page.inspections.own.done': 'own',
  'page.papers.own.sent': 'own',
  'page.papers.askAgain.left.one': 'own',
  'page.papers.askAgain.left.other': 'own',
  'page.greenReceipts.done.asked': 'own',
  'page.recruitment.report.subtitle': 'own',
  'page.recruitment.report.note': 'own',
  'page.weekActs.reopenBatch.voided.open': 'own',
  'page.weekActs.reopenBatch.voided.text': 'own',
  'page.weekActs.voidBatch.text.one': 'own',
  'page.weekActs.voidBatch.text.other': 'own',
  'errors.visitor.too-quick': 'own',
  'errors.fine.sent-before': 'own',
  'errors.paper.on-its-way': 'own',
  'errors.form.reused': 'own',
  'errors.application.sent': 'own',
  'errors.contract.code-missing': 'mail-server',
  'page.fines.done.send': 'own',
  'page.fines.acts.sentOn': 'own',
  'page.fines.acts.sentWay': 'own',
  'page.fines.form.notifiedOn': 'noted',
  'page.notices.unreached.note': 'noted',
  'page.recruitment.letters.note': 'noted',
  'page.notices.note': 'noted',
  'page.notices.messages.emptyText': 'nobody',
  'page.notices.unreached.title': 'nobody',
  'page.privacy.requests.done.asked': 'own',
  'page.privacy.breaches.tell': 'noted',
  'page.privacy.breaches.told': 'noted',
  'page.privacy.breaches.notTold': 'noted',
  'page.privacy.breaches.toldAt': 'noted',
  'page.privacy.breaches.fields.told': 'noted',
  'page.privacy.breaches.telling.question': 'noted',
  'page.privacy.breaches.closing.effect': 'noted',
  'page.privacy.breaches.done.told': 'noted',
  'errors.breach.unsaid': 'noted',
  'page.fines.acts.informText': 'nobody',
  'page.fines.subtitle': 'nobody',
}

test.each(['pt', 'en'] as const)(
  'no screen says in %s that something was sent or somebody told, unless it is so',
  (language) => {
    const said = sentences(language === 'pt' ? pt : en).filter(([, words]) => CLAIMS[language].test(words))
    expect(said.filter(([key]) => !Object.hasOwn(ALLOWED, key))).toEqual([])
  },
)

/** Screens on which the office tells somebody, each with the form that does. */
const TELLING = [
  'admin/weekly/dispute.tsx',
  'admin/weekly/dispute-acceptance.tsx',
  'admin/weekly/driver-payment.tsx',
  'admin/weekly/driver-payment-undoing.tsx',
  'admin/weekly/green-receipt.tsx',
  'admin/drivers/correction.tsx',
  'admin/support/ticket.tsx',
  'admin/drivers/paper.tsx',
  'admin/documents/paper.tsx',
  'admin/contracts/contract.tsx',
  'admin/fines/fine-acts.tsx',
  'admin/vehicles/damage.tsx',
  'admin/vehicles/report.tsx',
  'admin/recruitment/approval.tsx',
  'admin/recruitment/rejection.tsx',
  'admin/recruitment/letter.tsx',
]

test('every screen that tells one person says before the press whether that person is reached', () => {
  for (const screen of TELLING) expect(readFileSync(`src/web/routes/${screen}`, 'utf8'), screen).toMatch(/<ReachNote\b/)
  // Those of many, and those of an invitation, ask whether mail leaves at all.
  for (const screen of ['admin/weekly/messages.tsx', 'admin/drivers/invitations.tsx', 'admin/users/invite.tsx'])
    expect(readFileSync(`src/web/routes/${screen}`, 'utf8'), screen).toMatch(/isMailServerSet\(\)/)
})

test('whether mail leaves is asked in one place', () => {
  const asking = globSync('src/{web,features,cli}/**/*.{ts,tsx}').filter(
    (file) => !file.includes('.test.') && /\bSMTP_URL\b/.test(readFileSync(file, 'utf8')),
  )
  expect(asking.toSorted()).toEqual([
    'src/features/accounts/commands.server.ts',
    'src/features/mail/mail-server/queries.server.ts',
  ])
})

function sentences(words: object, under = ''): [string, string][] {
  return Object.entries(words).flatMap(([key, value]: [string, unknown]): [string, string][] => {
    const name = under === '' ? key : `${under}.${key}`
    if (typeof value === 'string') return [[name, value]]
    return typeof value === 'object' && value !== null ? sentences(value, name) : []
  })
}

import { expect, test } from 'vitest'
import { ACCOUNT_CHANGES } from '#domain/notice.ts'
import { compose } from './email.ts'
import { type MailParams, maskCodes } from './schema.ts'

const SITE = { site: 'https://frota.example', brand: { name: 'Rotas & Filhos', colour: null } }
const message = { template: 'statement-issued', params: { week: '2026-06-01' }, name: 'Ana', language: 'pt' } as const

test('a statement is announced in text and HTML with the same link', () => {
  const { subject, text, html } = compose(message, SITE)!
  expect(subject).toBe('O extrato da semana 23 está disponível')
  expect(text).toContain('https://frota.example/dashboard/payslips/2026-W23')
  expect(html).toContain('href="https://frota.example/dashboard/payslips/2026-W23"')
  expect(html).toContain('lang="pt"')
})

test('an English reader gets English words and the English address', () => {
  const { text } = compose({ ...message, language: 'en' }, SITE)!
  expect(text).toContain('Hello Ana,')
  expect(text).toContain('https://frota.example/en/dashboard/payslips/2026-W23')
})

test('who has no account is led to the office about a contract, never to a page that asks for one', () => {
  const params = { event: 'sealed', id: 'b1d6c9a4-7c1c-4bb0-9f6a-2f8f6a3b9a10' }
  const textFor = (hasAccount: boolean) =>
    compose({ ...message, template: 'contract', params: { ...params, hasAccount } }, SITE)!.text
  expect(textFor(true)).toContain(`https://frota.example/dashboard/contracts/${params.id}`)
  expect(textFor(false)).not.toContain('/dashboard')
  expect(textFor(false)).toContain('https://frota.example/contact')
  expect(textFor(false)).toContain('Quem não tem conta pede o PDF ao escritório')
})

test('a driver without an account is told how to get in, and led to no page that asks for one', () => {
  for (const language of ['pt', 'en'] as const) {
    const led = Object.entries(EVERY).flatMap(([template, params]) => {
      const inside = compose({ ...message, language, template, params }, SITE)!
      const outside = compose({ ...message, language, template, params, isOutside: true }, SITE)!
      if (inside.text === outside.text) return []
      expect(inside.text).toContain('/dashboard')
      expect(`${outside.text}${outside.html}`).not.toContain('/dashboard')
      expect(outside.text).toContain(language === 'pt' ? 'Abra o convite que recebeu' : 'Open the invitation')
      expect(outside.text).not.toMatch(/iniciar sessão|signing in|«Contestar»|“Dispute”/)
      return [template]
    })
    expect(led).toEqual(expect.arrayContaining(['statement-issued', 'statement-paid', 'plan', 'departure', 'fine']))
  }
  const { text } = compose({ ...message, template: 'fine', params: EVERY.fine, isOutside: true }, SITE)!
  expect(text).toContain('O prazo para o dizer à autoridade é curto.')
})

test('whoever is accepted as a driver is told so by the invitation, and what comes next', () => {
  const params = { link: '/invite?code=abc', approved: true }
  const { subject, text } = compose({ ...message, template: 'invite', params }, SITE)!
  expect(subject).toBe('A sua candidatura foi aceite')
  expect(text).toContain('o Início mostra o que falta até à primeira viagem')
})

test('a new password that the office asked for is not said to leave the old one as it was', () => {
  const textFor = (forced: boolean, language: 'pt' | 'en') =>
    compose({ ...message, language, template: 'password-reset', params: { ...EVERY['password-reset'], forced } }, SITE)!
      .text
  expect(textFor(false, 'pt')).toContain('a palavra-passe continua a mesma')
  expect(textFor(true, 'pt')).not.toContain('continua a mesma')
  expect(textFor(true, 'pt')).toContain('A anterior já não serve')
  expect(textFor(true, 'en')).toContain('The old one no longer works')
})

test('each change to an account is told in words of its own, in both languages', () => {
  const told = (['pt', 'en'] as const).flatMap((language) =>
    ACCOUNT_CHANGES.map((change) => {
      const params = { ...EVERY['account-changed'], change }
      return compose({ ...message, language, template: 'account-changed', params }, SITE)!.text
    }),
  )
  expect(new Set(told).size).toBe(2 * ACCOUNT_CHANGES.length)
  for (const text of told) expect(text).not.toMatch(/[{}]|page\.mail/)
})

test('a code stands alone, to be read and copied; the subject of a paper says what became of which', () => {
  const code = compose({ ...message, template: 'contract-code', params: EVERY['contract-code'] }, SITE)!
  expect(code.text).toContain('\n\n012345\n\n')
  expect(code.subject).not.toContain('012345')
  const paper = compose({ ...message, template: 'paper', params: { ...PAPER, kind: 'paper', event: 'refused' } }, SITE)!
  expect(paper.subject).toBe('Documento recusado: Carta')
})

test('that amounts are seen after signing in is said where somebody would look for one', () => {
  const said = (template: keyof typeof EVERY) => compose({ ...message, template, params: EVERY[template] }, SITE)!.text
  expect(said('statement-paid')).toContain('Os valores só se veem depois de iniciar sessão.')
  expect(said('application-received')).not.toContain('valores')
})

test('a name is words in the HTML, never markup', () => {
  const { html } = compose({ ...message, name: '<img src=x onerror=alert(1)>' }, SITE)!
  expect(html).not.toContain('<img')
  expect(html).toContain('Rotas &amp; Filhos')
})

test('a message that is not understood is not written', () => {
  expect(compose({ ...message, template: 'other' }, SITE)).toBeNull()
  expect(compose({ ...message, params: {} }, SITE)).toBeNull()
  expect(compose({ ...message, template: 'iban-changed', params: { ends: '0130' } }, SITE)).toBeNull()
})

const AT = '2026-11-20T10:00:00Z'
const PAPER = { paper: 'licence', pt: 'Carta', en: 'Licence', day: '2026-07-01', reason: '' } as const
const EVERY = {
  'statement-issued': { week: '2026-06-01', version: 1 },
  'statement-paid': { kind: 'statement-paid', week: '2026-06-01' },
  'dispute-accepted': { kind: 'dispute-accepted', week: '2026-06-01', on: '2026-06-08' },
  'dispute-reopened': { kind: 'dispute-reopened', week: '2026-06-01', on: '2026-06-08' },
  'dispute-declined': { kind: 'dispute-declined', week: '2026-06-01', reason: 'Não.' },
  'payment-returned': { kind: 'payment-returned', week: '2026-06-01' },
  paper: { ...PAPER, kind: 'paper', event: 'ends' },
  'iban-changed': { ends: '0130', heldUntil: AT },
  'contact-changed': { to: 's•••@example.org' },
  plan: { event: 'declined' },
  departure: { event: 'owing' },
  contract: { event: 'unsigned', id: 'b1d6c9a4-7c1c-4bb0-9f6a-2f8f6a3b9a10', hasAccount: true },
  'contract-link': { number: 7, link: '/sign/abc', again: true, until: AT },
  'contract-code': { code: '012345', number: 7 },
  fine: { number: '123 456 789' },
  test: { link: '/admin/mail' },
  invite: { link: '/invite?code=abc' },
  'password-reset': { email: 'ana@example.org', link: '/auth/action?mode=resetPassword&oobCode=abc' },
  'email-verification': { email: 'ana@example.org', link: '/auth/action?oobCode=abc' },
  'email-change': { email: 'ana@example.org', newEmail: 'sa@example.org', link: '/auth/action?oobCode=abc' },
  'email-changed': { newEmail: 'sa@example.org' },
  'password-changed': { email: 'ana@example.org', at: AT },
  'second-factor-added': { email: 'ana@example.org', at: AT },
  'passkey-added': { email: 'ana@example.org', at: AT, device: 'Chrome, Android' },
  'new-sign-in': { email: 'ana@example.org', at: AT, device: 'Firefox, Linux', address: '192.0.2.1' },
  'account-changed': { email: 'ana@example.org', at: AT, change: 'factor-withdrawn' },
  'account-disabled': { email: 'ana@example.org' },
  'account-closed': { email: 'ana@example.org' },
  'money-person': { email: 'ana@example.org', at: AT },
  'application-received': { link: '/signup/state?code=abc' },
  'application-arrived': { applicant: 'Sá Pinto', link: '/admin/recruitment/1' },
  'application-rejected': { reason: 'Sem vagas.' },
  'application-letter': { subject: 'Vamos falar?', text: 'Um dia.\n\nOutro dia.', link: '/signup/state?code=a' },
  'drill-failed': { link: '/admin/system' },
  'negative-forecast': { count: 2, link: '/admin/weekly/forecast' },
  monday: { week: '2026-W23', lines: [{ is: 'drops', count: 2 }], nextAt: null },
  'disputes-late': { count: 2, link: '/admin/weekly/disputes?view=late' },
  'receipt-missing': { count: 1, link: '/dashboard/payslips' },
  report: { report: 'Semana do dono', link: '/admin/reports?period=2026-W23', stop: '/admin/reports/schedules/1' },
  digest: { count: 1, lines: [{ what: 'Um contrato por assinar', to: '/admin/contracts' }] },
  'books-broken': { count: 2, link: '/admin/account' },
  'backup-failed': { link: '/admin/system' },
  'contact-arrived': { from: 'Sá Pinto', topic: 'fleet', link: '/admin/recruitment/messages' },
  ticket: { kind: 'ticket', event: 'answered', id: 'b1d6c9a4-7c1c-4bb0-9f6a-2f8f6a3b9a10', number: '12' },
  'ticket-arrived': { driver: 'Sá Pinto', topic: 'car', link: '/admin/support/1' },
  damage: { kind: 'damage', plate: 'AA-11-BB', amount: 100 },
  'damage-report': {
    kind: 'damage-report',
    event: 'refused',
    id: 'b1d6c9a4-7c1c-4bb0-9f6a-2f8f6a3b9a10',
    plate: 'AA-11-BB',
    reason: 'Já estava',
  },
  'car-alert': {
    plate: 'AA-11-BB',
    kind: 'zone',
    zone: 'Lisboa',
    at: '2026-06-09T03:12:00Z',
    link: '/admin/monitor/alerts/1',
  },
  'damage-report-arrived': { driver: 'Sá Pinto', plate: 'AA-11-BB', link: '/admin/vehicles/1/reports/1' },
} satisfies MailParams

test.each(Object.entries(EVERY).flatMap(([name, params]) => ['pt', 'en'].map((language) => [name, language, params])))(
  '%s says all it has to in %s, in both parts, with one link, of a digest one for each thing besides, and nothing left to fill',
  (name, language, params) => {
    const { subject, text, html } = compose(
      { template: String(name), params, name: 'Ana', language: language === 'en' ? 'en' : 'pt' },
      SITE,
    )!
    expect(subject).not.toBe('')
    expect(`${subject}${text}`).not.toMatch(/[{}]|page\.mail|undefined/)
    const links = ['digest', 'report', 'monday'].includes(String(name)) ? 2 : 1
    expect([...text.matchAll(/https:\S+/g)]).toHaveLength(links)
    expect([...html.matchAll(/<a /g)]).toHaveLength(links)
    expect(text.includes('frota.example/en/')).toBe(language === 'en')
    for (const paragraph of text.split('\n\n').filter((words) => !/https:|&/.test(words)))
      expect(html).toContain(paragraph)
  },
)

test('a link leads to this site, whatever was given for one', () => {
  for (const link of ['https://evil.example', '//evil.example', 'javascript:alert(1)', '']) {
    expect(compose({ ...message, template: 'invite', params: { link } }, SITE), link).toBeNull()
  }
})

test('nothing that was typed becomes a header or markup', () => {
  const email = 'x"><script>alert(1)</script>\r\nBcc: eva@example.org'
  const { subject, html } = compose({ ...message, template: 'account-disabled', params: { email } }, SITE)!
  expect(html).not.toContain('<script')
  expect(subject).not.toMatch(/[\r\n]/)
})

test('who has no name is greeted without one', () => {
  expect(compose({ ...message, name: '' }, SITE)!.text).toMatch(/^Olá\.\n/)
})

test('codes are masked in text and in HTML, the rest of the link stays', () => {
  const { text, html } = compose({ ...message, template: 'password-reset', params: EVERY['password-reset'] }, SITE)!
  expect(maskCodes(text)).toContain('/auth/action?mode=resetPassword&oobCode=••••')
  expect(maskCodes(html)).not.toContain('abc')
})

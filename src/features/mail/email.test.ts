import { expect, test } from 'vitest'
import { compose } from './email.ts'

const SITE = { site: 'https://frota.example', company: 'Rotas & Filhos' }
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

import { expect, test } from 'vitest'
import { PERIODS, type PeriodId } from '#domain/kept-data.ts'
import { translator } from './translate.ts'

/** How the privacy notice says a period that has a length; `relation` and `positions` have none. */
const SAID: Partial<Record<PeriodId, readonly [length: string, pt: RegExp, en: RegExp]>> = {
  accounts: ['10 years', /Contas[^.]*: dez anos\./, /Accounts[^.]*: ten years\./],
  proof: ['5 years', /tempos de trabalho: cinco anos depois da saída\./, /working times: five years after/],
  papers: ['365 days', /Documentos de quem saiu: um ano\./, /Documents of people who left: one year\./],
  messages: ['730 days', /Conversas e avisos: dois anos\./, /Conversations and notices: two years\./],
  visitors: ['365 days', /Mensagens do site: um ano\./, /Messages from the site: one year\./],
  signIns: ['90 days', /sessões: noventa dias\./, /sessions: ninety days\./],
  candidates: ['30 days', /Candidaturas decididas: trinta dias,/, /Decided applications: thirty days,/],
  allowed: ['365 days', /ou um ano com o consentimento/, /or one year if you agreed/],
}

test('the privacy notice says the periods for which the register keeps things', () => {
  const [pt, en] = (['pt', 'en'] as const).map((language) =>
    translator(language).list('page.legal.privacy.texts').join('\n'),
  )
  for (const [id, [length, inPt, inEn]] of Object.entries(SAID)) {
    const { years, days } = PERIODS[id as PeriodId]
    expect(years === null ? `${days} days` : `${years} years`, id).toBe(length)
    expect(pt).toMatch(inPt)
    expect(en).toMatch(inEn)
  }
  // Whatever else has a length is kept within the house: what was done in the office.
  const lasts = Object.entries(PERIODS).filter(([id, { years, days }]) => !(id in SAID) && (years ?? days) !== null)
  expect(lasts.map(([id]) => id)).toEqual(['log'])
})

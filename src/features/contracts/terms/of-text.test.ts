import { expect, test } from 'vitest'
import { CONTRACT_LANGUAGES, fillText, filledIn } from '#domain/contract.ts'
import { FEE_BASES, TOLL_POLICIES } from '#domain/terms.ts'
import { formatMoney, formatPercent } from '#messages/numbers.ts'
import { translator } from '#messages/translate.ts'
import { cents } from '#domain/money.ts'
import { templateOf } from '../filling/queries.server.ts'
import { termsOfText } from './of-text.ts'

const TEMPLATE = 'Taxa: {{fee}}.\nRenda: {{rent}}.\nPortagens: {{tolls}}.\nDe {{driverName}}, {{driverName}}.'

test('what fills a text is read back from it, a name that comes twice once, and another text is none of it', () => {
  const filled = fillText(
    'A {{driverName}} (de {{companyName}}): {{driverName}}.',
    { driverName: 'Ana', companyName: 'X' },
    () => '',
  )
  expect(filledIn('A {{driverName}} (de {{companyName}}): {{driverName}}.', filled)).toEqual({
    driverName: 'Ana',
    companyName: 'X',
  })
  expect(filledIn('A {{driverName}}: {{driverName}}.', 'A Ana: Rui.')).toBeNull()
})

test.each(CONTRACT_LANGUAGES)(
  'every fee, rent and toll that a text in %s was written with is read back',
  (language) => {
    const t = translator(language)
    const rent = formatMoney(cents(1_250_50), language)
    const read = (fee: string, tolls: string) =>
      termsOfText(
        TEMPLATE,
        fillText(TEMPLATE, { fee, rent, tolls, driverName: 'Ana' }, () => ''),
        language,
      )
    for (const policy of TOLL_POLICIES)
      expect(read(t('page.contracts.fee.none'), t(`page.contracts.tolls.${policy}`))).toEqual({
        fee: { mode: 'none' },
        rent: 1_250_50,
        tollPolicy: policy,
      })
    const tolls = t('page.contracts.tolls.driver')
    const fixed = t('page.contracts.fee.fixed', { amount: formatMoney(cents(25_00), language) })
    expect(read(fixed, tolls)?.fee).toEqual({ mode: 'fixed', amount: 25_00 })
    for (const base of FEE_BASES) {
      const words = t('page.contracts.fee.percent', {
        rate: formatPercent(450, language),
        base: t(`page.fleet.terms.bases.${base}`),
      })
      expect(read(words, tolls)?.fee).toEqual({ mode: 'percent', rate: 450, base })
    }
    expect(read('o que se combinar', tolls)).toBeNull()
    expect(termsOfText(templateOf({ kind: 'deposit', language }), 'x', language)).toBeNull()
  },
)

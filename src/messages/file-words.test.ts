import { expect, test } from 'vitest'
import { FILE_REFUSALS, FILE_WARNINGS, PROBLEM_CODES } from '#domain/import.ts'
import { problemWords, refusalWords, warningWords } from './file-words.ts'
import { translator } from './translate.ts'

const LANGUAGES = ['pt', 'en'] as const

/** What the readers of `integrations` send along with each code. */
const REFUSED: Record<(typeof FILE_REFUSALS)[number] | 'other-week', readonly Record<string, string | number>[]> = {
  empty: [{}, { found: 'empty' }],
  'unknown-format': [{ found: 'html' }, { found: 'other-office' }, { found: 'xml' }, { headings: 'Data, Valor' }],
  picture: [{ found: 'picture' }],
  pdf: [{ found: 'pdf' }],
  'old-excel': [{ found: 'old-excel' }, { found: 'xlsb' }],
  'word-document': [{}, { found: 'old-word' }],
  'lock-file': [{}],
  'archive-nested': [{}, { found: 'gzip' }],
  'archive-many': [{ most: 200 }],
  'archive-unsafe': [{}],
  'too-large': [{}, { bytes: 300_000_000 }],
  'row-too-wide': [{ line: 3, most: 1_000 }],
  'line-too-long': [{ line: 1, most: 100_000 }],
  'too-many-rows': [{ line: 200_001, most: 200_000 }],
  'too-many-cells': [{ line: 6_000, most: 6_000_000 }],
  'too-heavy': [{}],
  encrypted: [{}, { found: 'encrypted' }],
  damaged: [{}],
  'rows-unreadable': [{ count: 1 }, { count: 12 }],
  'columns-missing': [{ report: 'bp fuel_card', columns: 'Dia Hora' }],
  'period-missing': [{}],
  'period-not-a-week': [
    { from: '2026-06-01', to: '2026-06-30' },
    { from: '2026-06-01 – 2026-06-07, 2026-06-08 – 2026-06-14', to: '' },
  ],
  'name-contradicts-content': [
    { name: 'driver_activity', content: 'uber payments_driver' },
    { name: '2026-06-01 – 2026-06-07', content: '2026-06-08 – 2026-06-14' },
  ],
  'other-company': [{ found: 'Outra Frota, Lda', expected: 'Rotas Lusas' }],
  'other-week': [{ found: '2026-05-25', week: '2026-06-01' }],
  'kind-not-supported': [{ report: 'trip_activity', instead: 'payments_driver' }],
  'not-a-statement': [{}],
  'which-account': [{ spelled: '•1330', account: '•1330', option: '1330' }],
  'not-receipts': [{}],
  'several-sheets': [{ sheets: 'Folha1, Folha2' }],
}

const WARNED: Record<(typeof FILE_WARNINGS)[number], readonly Record<string, string | number>[]> = {
  'total-zero': [{}],
  'rounding-difference': [
    { count: 2, lines: '3, 5' },
    { rows: 3, line: 7 },
  ],
  'unknown-columns': [{ columns: 'Bónus, Extra' }],
  'value-assumed': [{ measure: 'paid' }, { rows: 1, line: 9 }],
  'service-unknown': [{ service: 'Táxi', amount: 1250, rows: 2, line: 4 }],
  'dates-ambiguous': [{}],
  'rows-repeated': [
    { count: 1, lines: '8' },
    { rows: 2, line: 8 },
  ],
  'printed-twice': [
    { count: 1, pairs: '9 6' },
    { count: 12, pairs: '9 6, 12 3' },
  ],
  'card-unreadable': [{ rows: 2, line: 5 }],
  'sum-unexplained': [{ lines: '2, 3' }, { count: 1, lines: '2' }],
  'text-damaged': [{ lines: '4' }],
  'not-confirmed': [{ rows: 1, line: 6 }],
  'items-together': [{ rows: 2, line: 4 }],
  'time-missing': [{ rows: 3, line: 2 }],
}

test.each(LANGUAGES)(
  'every reason to refuse a file has its sentence, with nothing left to fill in (%s)',
  (language) => {
    const t = translator(language)
    for (const code of [...FILE_REFUSALS, 'other-week' as const]) {
      for (const params of REFUSED[code]) {
        const words = refusalWords(t, code, params)
        expect(words, code).toMatch(/^[A-Z].{20,}\.$/su)
        expect(words, code).not.toMatch(/[{}]|undefined|\d{4}-\d\d-\d\d/)
        if (code !== 'unknown-format') expect(words, code).not.toContain(t('errors.file.unknown-format').slice(0, 40))
      }
    }
  },
)

test.each(LANGUAGES)('every problem in a file says line, column, what is there and what should be (%s)', (language) => {
  const t = translator(language)
  for (const code of PROBLEM_CODES) {
    const words = problemWords(t, { line: 7, column: 'Valor', code, found: 'F!', expected: 'E!' })
    expect(words, code).toMatch(/7.*Valor/)
    expect(words, code).not.toMatch(/[{}]/)
    expect(words, code).not.toContain(code)
    expect(/F!|E!/.test(words) || code === 'quote-open', code).toBe(true)
  }
  expect(problemWords(t, { line: 7, column: null, code: 'row-too-short', found: '3', expected: '25' })).toMatch(
    /7.*3.*25/,
  )
  expect(problemWords(t, { line: null, column: null, code: 'quote-open', found: '"', expected: '"' })).not.toContain(
    'null',
  )
})

test.each(LANGUAGES)('every oddity of a file that is read all the same has its sentence (%s)', (language) => {
  const t = translator(language)
  for (const code of FILE_WARNINGS) {
    for (const params of WARNED[code]) {
      const words = warningWords(t, { code, params })
      expect(words, code).toMatch(/^[A-Z].{20,}\.$/su)
      expect(words, code).not.toMatch(/[{}]|–|undefined/)
    }
  }
})

test('weeks, days and reports are said as a person says them', () => {
  const t = translator('pt')
  expect(refusalWords(t, 'other-week', { found: '2026-05-25', week: '2026-06-01' })).toBe(
    'Este ficheiro é da semana 22 (25–31 mai. 2026), e aqui trata-se da semana 23 (1–7 jun. 2026).',
  )
  expect(refusalWords(t, 'kind-not-supported', { report: 'performance', instead: 'earnings' })).toContain(
    'Exporte antes: Bolt «Ganhos por motorista».',
  )
  expect(
    warningWords(t, { code: 'service-unknown', params: { service: 'Táxi', amount: 123_456, rows: 2, line: 4 } }),
  ).toBe('Serviço que não conhecemos, «Táxi»: 1.234,56\u00A0€ entram nas contas (2 linhas, a primeira é a 4).')
})

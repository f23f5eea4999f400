import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWhole } from '#test/read-whole.ts'

const LISTS = {
  bp: {
    headings: [
      'Dia Hora',
      'Nº cartão',
      'Produto',
      'Quantidade',
      'Valor total fornecido (preço do posto)',
      'Numeração do Negócio',
      'Estado da Confirmação',
    ],
    cells: (day: string, amount: string, index: number) => [
      `${day} 07:44`,
      '7077000000000000123',
      'GASOLEO',
      '10,00',
      amount,
      String(990_001_000 + index),
      'Confirmada',
    ],
    total: 4,
  },
  repsol: {
    headings: ['NÚM. CARTÃO', 'DATA OPERAÇÃO', 'PRODUTO', 'LITROS', 'VALOR'],
    cells: (day: string, amount: string) => ['7078000000000011', day, 'GASOLEO', '10,50', amount],
    total: 4,
  },
  edp: {
    headings: ['Data e Hora início', 'Cartão', 'Energia (kWh)', 'Custo (€)', 'Carregador'],
    cells: (day: string, amount: string) => [`${day} 02:10`, 'EDP0000000011', '18,40', amount, 'LSB-90500'],
    total: 3,
  },
} as const

const line = fc.record({
  day: fc.integer({ min: 1, max: 30 }),
  amount: fc.integer({ min: 1, max: 20_000 }),
  damage: fc.option(fc.constantFrom('abc', '12,345', '1.2.3', '--5', '5 USD', 'N/A', ''), { freq: 4 }),
})

test.each(['bp', 'repsol', 'edp'] as const)(
  '%s: every line is taken to the cent, or the file is refused naming exactly the lines that were not understood',
  async (source) => {
    const { headings, cells, total } = LISTS[source]
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 12 }), async (lines) => {
        const written = lines.map(({ day, amount, damage }, index) => {
          const money = `${Math.floor(amount / 100)},${String(amount % 100).padStart(2, '0')}`
          return cells(`${String(day).padStart(2, '0')}/06/2026`, damage ?? money, index)
        })
        const text = [headings, ...written].map((row) => row.join(';')).join('\n')
        const [result] = await readWhole({ name: 'lista.csv', bytes: new TextEncoder().encode(text) })
        const damaged = lines.flatMap(({ damage }, index) => (damage === null ? [] : [index + 2]))

        if (damaged.length === 0) {
          if (!result?.ok) throw new Error(JSON.stringify(result))
          expect(result.file.rows.map(({ amount }) => -amount)).toEqual(lines.map(({ amount }) => amount))
          expect(new Set(result.file.rows.map(({ key }) => key)).size).toBe(lines.length)
          expect(result.file.source).toBe(source)
        } else {
          if (!result || result.ok) throw new Error('a damaged file was taken')
          expect([...new Set(result.problems.map((problem) => problem.line))]).toEqual(damaged)
          expect(new Set(result.problems.map(({ column }) => column))).toEqual(new Set([headings[total]]))
        }
      }),
      { numRuns: 100 },
    )
  },
)

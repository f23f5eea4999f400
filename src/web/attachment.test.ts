import { expect, test } from 'vitest'
import { attachment } from './attachment.ts'

const parts = async function* () {
  yield new TextEncoder().encode('dia,')
  yield new TextEncoder().encode('valor')
}

test('a file is sent under its name in every letter, with its length', async () => {
  const answer = attachment('situação "1".csv', new TextEncoder().encode('dia'), 'text/csv')
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="situa__o _1_.csv"; filename*=UTF-8''situa%C3%A7%C3%A3o%20%221%22.csv`,
  )
  expect([answer.headers.get('content-length'), await answer.text()]).toEqual(['3', 'dia'])
})

test('what is made while it is sent has no length, and the same other headers', async () => {
  const answer = attachment('diário.csv', parts(), 'text/csv')
  expect([...answer.headers]).toEqual([
    ['cache-control', 'private, no-store'],
    ['content-disposition', `attachment; filename="di_rio.csv"; filename*=UTF-8''di%C3%A1rio.csv`],
    ['content-type', 'text/csv'],
  ])
  expect(await answer.text()).toBe('dia,valor')
})

test('what somebody sent is handed out under an ending of what it is, and under no letters that turn a name', async () => {
  const saved = (name: string, type: string) =>
    decodeURIComponent(
      /filename\*=UTF-8''(.*)$/.exec(
        attachment(name, new Uint8Array(1), type).headers.get('content-disposition')!,
      )![1]!,
    )
  // A document of text that begins as a PDF runs as a program where its name says so.
  expect(saved('estimativa.hta', 'application/pdf')).toBe('estimativa.hta.pdf')
  expect(saved('carta.pdf.lnk', 'image/jpeg')).toBe('carta.pdf.lnk.jpg')
  expect(saved('fatura\u202efdp.bat', 'application/pdf')).toBe('fatura_fdp.bat.pdf')
  expect(saved('carta.PDF', 'application/pdf')).toBe('carta.PDF')
  expect(saved('frente.png', 'image/jpeg')).toBe('frente.jpg')
  expect(saved('frente.jpeg', 'image/jpeg')).toBe('frente.jpeg')
  expect(saved('lista.csv', 'text/csv')).toBe('lista.csv')
  expect(saved("o'brien (1)*.pdf", 'application/pdf')).toBe("o'brien (1)*.pdf")
})

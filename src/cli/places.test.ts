import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { placeTrouble } from './places.ts'

const t = translator('pt')
const troubleOf = async (work: Promise<unknown>) => placeTrouble(await work.catch((error: unknown) => error), t)

test('a path that is not there, is a folder or is closed is told in words, and a defect is not', async () => {
  expect(await troubleOf(readFile('/nope/contrato.pdf'))).toBe('Não há «/nope/contrato.pdf». Confirme o caminho.')
  expect(await troubleOf(readFile('/tmp'))).toBe('O que indicou é uma pasta, e devia ser um ficheiro.')
  const underFile = `${import.meta.filename}/pasta`
  expect(await troubleOf(writeFile(underFile, ''))).toContain(underFile)
  expect(await troubleOf(mkdir(underFile, { recursive: true }))).toContain(underFile)
  expect(placeTrouble(new Error('x'), t)).toBeNull()
  expect(placeTrouble(Object.assign(new Error('x'), { code: 'ECONNREFUSED', syscall: 'connect' }), t)).toBeNull()
})

import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MAX_PER_HOUR } from '#features/visitors/schema.ts'
import { MONDAY } from '#test/factories.ts'
import { pdfBytes } from '#test/papers.ts'
import { requestContext } from '#web/context.ts'
import { action } from './verify.tsx'

test('from one address so many files are checked an hour, and the next one waits', async () => {
  const check = async () => {
    const body = new FormData()
    body.set('file', new File([pdfBytes()], 'a.pdf'))
    const context = new RouterContextProvider()
    context.set(requestContext, { id: 'request-1', address: '192.0.2.77', userAgent: '', now: MONDAY })
    const request = new Request('http://localhost/verify', { method: 'POST', body })
    return JSON.stringify(await action({ request, context } as never))
  }
  for (let file = 0; file < MAX_PER_HOUR.verification; file++) expect(await check()).toContain('"unknown"')
  expect(await check()).toContain('visitor.too-many')
})

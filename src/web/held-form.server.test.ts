import { expect, test } from 'vitest'
import { formHeldFor } from './held-form.server.ts'

const ticket = 'a'.repeat(43)

test('who is not signed in is led to the page of this site without the ticket, and never to another site', async () => {
  const ledTo = async (path: string) => {
    const request = new Request(`http://localhost${path}`)
    const answer = await formHeldFor(request, new URL(request.url), Temporal.Now.instant())
    return answer instanceof Response ? answer.headers.get('location') : answer
  }
  expect(await ledTo(`/admin/users/rules?held=${ticket}&q=%E2%82%AC`)).toBe('/admin/users/rules?q=%E2%82%AC')
  for (const path of [
    '/.//mau.exemplo/x',
    '/%2e//mau.exemplo/x',
    '/x/..//mau.exemplo',
    '//mau.exemplo',
    '/\\mau.exemplo',
  ])
    expect(await ledTo(`${path}?held=${ticket}`), path).toBe('/')
})

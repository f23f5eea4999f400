import { expect, test } from 'vitest'
import { askedPeriod } from './asked-period.server.ts'

const NOW = Temporal.Instant.from('2026-06-28T18:00:00Z')
const FILE = 'http://localhost/en/admin/drivers/1/times/files/pdf'

function asked(days: string, accept: string) {
  const url = new URL(`${FILE}?${days}`)
  try {
    return askedPeriod({ request: new Request(url, { headers: { accept } }), url }, NOW)
  } catch (error) {
    return error
  }
}

test('a person whose days are turned round comes back to the form with them; a program gets the refusal', () => {
  const turned = 'from=2026-06-20&until=2026-06-02'
  const back = asked(turned, 'text/html,*/*;q=0.8') as Response
  expect([back.status, back.headers.get('location')]).toEqual([
    303,
    `/en/admin/drivers/1/times?${turned}&period=refused`,
  ])
  expect(asked(turned, '*/*')).toMatchObject({ code: 'times.period' })
  expect(String((asked('from=2026-06-02&until=2026-06-20', 'text/html') as { from: unknown }).from)).toBe('2026-06-02')
})

import { expect, test } from 'vitest'
import { isSameOrigin, pathOnThisSite } from './same-origin.ts'

const PUBLIC = 'https://frota.exemplo.pt'

test('a change is taken from a page of this site only', () => {
  const cases: [headers: Record<string, string>, isTaken: boolean][] = [
    [{ 'sec-fetch-site': 'same-origin' }, true],
    [{ 'sec-fetch-site': 'none' }, true],
    [{ 'sec-fetch-site': 'same-site' }, false],
    [{ 'sec-fetch-site': 'cross-site' }, false],
    [{ 'sec-fetch-site': 'cross-site', origin: PUBLIC }, false],
    [{ 'sec-fetch-site': '' }, false],
    [{ origin: PUBLIC }, true],
    [{ origin: 'http://frota.exemplo.pt' }, false],
    [{ origin: 'https://frota.exemplo.pt:8443' }, false],
    [{ origin: 'https://frota.exemplo.pt.mau.exemplo' }, false],
    [{ origin: 'null' }, false],
    [{ host: 'frota.exemplo.pt', referer: `${PUBLIC}/login` }, false],
    [{}, false],
  ]
  for (const [headers, isTaken] of cases) {
    const request = new Request(`${PUBLIC}/login`, { method: 'POST', headers })
    expect(isSameOrigin(request, `${PUBLIC}/`), JSON.stringify(headers)).toBe(isTaken)
  }
})

test('without a public address nothing is the same origin by its Origin alone', () => {
  const request = new Request('http://localhost/login', { method: 'POST', headers: { origin: 'null' } })
  expect(isSameOrigin(request, '')).toBe(false)
})

test('a path of this site is a place to go to after signing in', () => {
  for (const next of [
    '/',
    '/admin',
    '/en/dashboard/payslips/2026-W23',
    '/admin/drivers?procura=ana#fim',
    '/%2f%2fmau.exemplo',
    '/@mau.exemplo',
  ]) {
    expect(pathOnThisSite(next), next).toBe(next)
    expect(new URL(next, PUBLIC).origin, next).toBe(PUBLIC)
  }
})

test('what leads to another site is not', () => {
  const traps = [
    '//mau.exemplo',
    '///mau.exemplo',
    '/\\mau.exemplo',
    '\\\\mau.exemplo',
    '\\/mau.exemplo',
    '/\t/mau.exemplo',
    '/\n/mau.exemplo',
    '/\r\\mau.exemplo',
    '\t//mau.exemplo',
    ' //mau.exemplo',
    '%2f%2fmau.exemplo',
    'https://mau.exemplo',
    'https:mau.exemplo',
    'HTTPS:/mau.exemplo',
    'javascript:alert(1)',
    'data:text/html,x',
    'mau.exemplo',
    '@mau.exemplo',
    '/admin\r\nset-cookie: a=b',
    '',
  ]
  for (const next of traps) expect(pathOnThisSite(next), JSON.stringify(next)).toBeNull()
  expect(pathOnThisSite(null)).toBeNull()
})

test('dots that leave a double slash behind lead nowhere, and letters travel as a header can carry them', () => {
  for (const next of ['/..//mau.exemplo', '/.//mau.exemplo', '/a/..//mau.exemplo', '/%2e%2e//mau.exemplo']) {
    expect(pathOnThisSite(next), next).toBeNull()
  }
  expect(pathOnThisSite('/admin/drivers?procura=João €')).toBe('/admin/drivers?procura=Jo%C3%A3o %E2%82%AC')
})

import { expect, test } from 'vitest'
import { plainPath } from './plain-path.ts'

test('an address has one spelling for rules, whatever it is asked by', () => {
  for (const path of ['/admin/weekly', '/ADMIN/Weekly', '/%61dmin/weekly/', '//admin///weekly'])
    expect(plainPath(path), path).toBe('/admin/weekly')
  expect(plainPath('/EN/%64ashboard/x.data')).toBe('/en/dashboard/x.data')
  expect(plainPath('/admin%2Fusers')).toBe('/admin%2fusers')
  expect(plainPath('/')).toBe('/')
  expect(plainPath('/%C3%A7/%2561')).toBe('/%c3%a7/%61')
})

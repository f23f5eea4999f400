import { expect, test } from 'vitest'
import { isPanelPath, isReadable, isText, keptBy, sendsForm } from './requests.ts'

test('a request is read when it names a place of this site', () => {
  const asked = (method: string, url: string, host?: string) => isReadable({ method, url, headers: { host } })
  for (const url of ['/', '//', '/admin?x=1', '/%zz', '/a\\b'])
    expect(asked('GET', url, 'localhost:3000'), url).toBe(true)
  expect(asked('GET', '/', undefined)).toBe(true)
  expect(asked('TRACE', '/', 'localhost')).toBe(false)
  for (const url of ['*', 'http://mau.exemplo/', 'http://[', ''])
    expect(asked('GET', url, 'localhost'), url).toBe(false)
  for (const host of ['a b', 'mau"><script>', '[', 'localhost:99999', 'a@b'])
    expect(asked('GET', '/', host), host).toBe(false)
})

test('an address is text', () => {
  const written = (path: string) => isText(new URL(path, 'http://localhost'))
  for (const path of ['/', '/%C3%A7', '/a%2Fb', '/?q=%zz']) expect(written(path), path).toBe(true)
  for (const path of ['/%zz', '/%E0%A4', '/%00', '/?q=%00']) expect(written(path), path).toBe(false)
})

test('the panel is the office’s area, the driver’s and what scripts ask', () => {
  for (const path of ['/admin', '/admin/weekly', '/en/dashboard/x', '/en/admin.data', '/api/auth/session'])
    expect(isPanelPath(path), path).toBe(true)
  for (const path of ['/', '/administration', '/drivers', '/en', '/login']) expect(isPanelPath(path), path).toBe(false)
})

test('what is sent is a form or nothing', () => {
  const sends = (type: string, length = '10') =>
    sendsForm(new Headers({ 'content-type': type, 'content-length': length }))
  expect(sends('application/x-www-form-urlencoded')).toBe(true)
  expect(sends('Multipart/Form-Data; boundary=x')).toBe(true)
  expect(sendsForm(new Headers({ 'content-length': '0' }))).toBe(true)
  for (const type of ['application/json', 'text/plain', 'multipart/form-database', ''])
    expect(sends(type), type).toBe(false)
})

test('nobody keeps a panel page or an answer with a cookie, and no cache on the way a page of somebody signed in', () => {
  const none = new Headers()
  expect(keptBy('/admin', false, none)).toBe('private, no-store')
  expect(keptBy('/login', false, new Headers({ 'set-cookie': 'a=b' }))).toBe('private, no-store')
  expect(keptBy('/', true, none)).toBe('private, no-cache')
  expect(keptBy('/', false, none)).toBe('no-cache')
})

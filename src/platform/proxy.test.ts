import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetProxySeen, noteProxy, unsetProxy } from './proxy.server.ts'

beforeEach(() => {
  vi.unstubAllEnvs()
  vi.stubEnv('VOLANTE_DATA', mkdtempSync(join(tmpdir(), 'volante-proxy-')))
  vi.stubEnv('TRUST_PROXY', '')
  vi.stubEnv('PUBLIC_URL', '')
  forgetProxySeen()
})

test('a forwarded request without a trusted proxy is remembered until the next start', () => {
  noteProxy(new Headers({ accept: 'text/html' }))
  expect(unsetProxy()).toBeNull()
  noteProxy(new Headers({ 'x-forwarded-for': '203.0.113.9' }))
  expect(unsetProxy()).toBe('forwarded')
  forgetProxySeen()
  expect(unsetProxy()).toBeNull()
})

test('a site seen under https has a proxy in front, for nothing here speaks it', () => {
  vi.stubEnv('PUBLIC_URL', 'https://frota.example')
  expect(unsetProxy()).toBe('https')
})

test('a proxy that is told of is no question', () => {
  vi.stubEnv('TRUST_PROXY', '1')
  vi.stubEnv('PUBLIC_URL', 'https://frota.example')
  noteProxy(new Headers({ 'x-forwarded-for': '203.0.113.9' }))
  expect(unsetProxy()).toBeNull()
})

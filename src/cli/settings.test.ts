import { expect, test, vi } from 'vitest'
import { translator } from '#messages/translate.ts'
import { showSettings } from './settings.ts'

const run = (language: 'pt' | 'en') =>
  showSettings({ args: [], options: {}, t: translator(language), fromCaller: (path) => path })

test('every setting is explained in both languages, and a secret is named and not shown', async () => {
  vi.stubEnv('SMTP_URL', 'smtps://user:hunter2@mail.example.pt')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'hunter2')
  vi.stubEnv('AWS_REGION', 'eu-west-3')
  vi.stubEnv('TRUST_PROXY', '1')
  vi.stubEnv('PORT', undefined)
  try {
    for (const language of ['pt', 'en'] as const) {
      const { text, json } = await run(language)
      expect(text + JSON.stringify(json)).not.toContain('hunter2')
      expect(text).toMatch(/^SMTP_URL = \(.+\)$/m)
      expect(text).toMatch(/^AWS_SECRET_ACCESS_KEY = \(.+\)$/m)
      expect(text).toMatch(/^AWS_REGION = eu-west-3$/m)
      expect(text).toMatch(/^TRUST_PROXY = 1$/m)
      expect(text).toMatch(/^PORT = 3000 \(.+\)$/m)
      expect(text.split('\n').filter((line) => /cli\.|undefined/.test(line))).toEqual([])
    }
  } finally {
    vi.unstubAllEnvs()
  }
})

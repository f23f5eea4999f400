import { defineConfig } from 'vitest/config'

/** The tests that hold the domain, for mutations of it. */
export default defineConfig({
  test: { include: ['src/domain/**/*.test.ts', 'test/oracle.test.ts'], testTimeout: 60_000 },
})

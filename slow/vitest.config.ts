import { defineConfig } from 'vitest/config'

/** The tests that hold the domain, for mutations of it; that the second bookkeeper can fail is no business of a mutation. */
export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'test/oracle.test.ts'],
    setupFiles: ['slow/no-shrinking.ts'],
    testTimeout: 60_000,
  },
})

import { defineConfig } from 'vitest/config'

/**
 * The tests that hold the domain, for mutations of it; whether the second bookkeeper can fail has nothing to do with a
 * mutation.
 */
export default defineConfig({
  test: {
    include: ['src/domain/**/*.test.ts', 'test/oracle.test.ts'],
    setupFiles: ['slow/no-shrinking.ts'],
    testTimeout: 60_000,
  },
})

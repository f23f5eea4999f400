import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs every random test as often as fifty runs would, or for a minute, each time with a fresh seed; those that work in
 * a database as often as ten. `VOLANTE_TURNS` and `VOLANTE_TURNS_SECONDS` (for each property) ask for more of both. A
 * failure here would fail by chance in a run one day: the code is wrong, or the test asks too much.
 */
const files = globSync(['src/**/*.test.{ts,tsx}', 'test/**/*.test.ts']).filter((file) =>
  /from '(fast-check|.*\/tries\.ts)'/.test(readFileSync(file, 'utf8')),
)
if (files.length === 0) throw new Error('No random test was found.')

const parts = [
  { projects: ['pure', 'apart'], turns: '50', seconds: '60' },
  { projects: ['database', 'alone'], turns: '10', seconds: '180' },
]
const held = parts.map(({ projects, turns, seconds }) => {
  const args = projects.flatMap((project) => ['--project', project])
  const { status } = spawnSync(
    process.execPath,
    [join('node_modules', '.bin', 'vitest'), 'run', ...args, ...files, '--reporter=dot'],
    {
      stdio: 'inherit',
      env: { VOLANTE_TURNS: turns, VOLANTE_TURNS_SECONDS: seconds, ...process.env },
    },
  )
  return status === 0
})
process.exit(held.every(Boolean) ? 0 : 1)

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { BUGS, type SeededBug } from '../test/seeded-bugs/bugs.ts'

/**
 * Can the tests fail? Puts each seeded bug into a copy of the tree and runs the tests that must notice. Without a bug
 * the same tests must pass, or their failure would prove nothing.
 */
const tree = process.cwd()
const copy = mkdtempSync(join(tmpdir(), 'volante-seeded-'))
process.on('exit', () => rmSync(copy, { recursive: true, force: true }))
const kept = ['./node_modules', './.git', './build'].map((path) => `--exclude=${path}`)
execFileSync('sh', ['-c', `tar cf - ${kept.join(' ')} . | tar xf - -C "${copy}"`], { cwd: tree })
symlinkSync(join(tree, 'node_modules'), join(copy, 'node_modules'))

function isGreen({ project, file, test }: SeededBug['caughtBy']): boolean {
  const args = ['run', '--project', project, file, ...(test ? ['-t', test] : [])]
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const { status, stdout } = spawnSync(process.execPath, [vitest, ...args], { cwd: copy, encoding: 'utf8' })
  // A run that never reached its tests neither passed nor failed.
  if (!/Tests\D+\d+/.test(stdout)) throw new Error(`${file} did not run:\n${stdout}`)
  return status === 0
}

const missed: string[] = []
for (const { bug, file, find, replace, caughtBy } of BUGS) {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  const wasGreen = isGreen(caughtBy)
  writeFileSync(
    path,
    whole.replace(find, () => replace),
  )
  const isCaught = wasGreen && !isGreen(caughtBy)
  writeFileSync(path, whole)
  if (!isCaught) missed.push(bug)
  console.log(`${isCaught ? '✓' : '✗'} ${bug}${wasGreen ? '' : ' (its tests are red without it)'}`)
}
console.log(`${BUGS.length - missed.length} of ${BUGS.length} seeded bugs caught`)
process.exitCode = missed.length === 0 ? 0 : 1

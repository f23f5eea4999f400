import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/**
 * Runs Prometheus's own checks on the rules that come with Volante. Without its tool this fails: unchecked rules prove
 * nothing.
 */
for (const args of [
  ['check', 'rules', join('deploy', 'alerts.yml')],
  ['test', 'rules', join('deploy', 'alerts.test.yml')],
]) {
  const { status, error } = spawnSync('promtool', args, { stdio: 'inherit' })
  if (error) console.error('promtool is missing: sudo apt-get install prometheus')
  if (status !== 0) process.exit(1)
}
console.log('✓ every alert fires by its own fault, and none in a quiet hour')

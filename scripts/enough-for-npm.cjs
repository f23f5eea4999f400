'use strict'

/**
 * Whether npm on this Node installs every package of the lock file: optional packages state in `engines` the Node they
 * need, and npm leaves them out on an older one (`test/lock.test.ts` checks this).
 */
function isEnoughForNpm(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major >= 24
}

module.exports = { isEnoughForNpm }

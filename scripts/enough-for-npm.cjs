'use strict'

/**
 * Whether npm on this Node brings every package of the lock file: each optional one says in `engines` from which Node on it runs,
 * and npm leaves it out on an older one (`test/lock.test.ts` holds it).
 */
function isEnoughForNpm(version) {
  const [major, minor] = version.split('.').map(Number)
  if (major === 20) return minor >= 19
  if (major === 22) return minor >= 12
  return major >= 24
}

module.exports = { isEnoughForNpm }

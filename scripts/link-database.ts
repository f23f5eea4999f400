/**
 * Makes the links of the embedded database's libraries, run by the owner of the program: the site may run as a user who
 * can't write there. Without such a database there is nothing to do.
 */
import { findBinaries } from '#db/cluster.server.ts'

try {
  findBinaries()
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
}

/**
 * Gives the libraries of the embedded database their names, by whoever owns the program: the site may run as somebody who can't write there. Where no
 * such database was brought, there is nothing to do.
 */
import { findBinaries } from '#db/cluster.server.ts'

try {
  findBinaries()
} catch (error) {
  if (!(error instanceof Error && 'code' in error && error.code === 'MODULE_NOT_FOUND')) throw error
}

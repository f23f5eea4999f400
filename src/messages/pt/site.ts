import * as about from './page/about.ts'
import * as apply from './page/apply.ts'
import * as companies from './page/companies.ts'
import * as consent from './page/consent.ts'
import * as contact from './page/contact.ts'
import * as demonstration from './page/demonstration.ts'
import * as drivers from './page/drivers.ts'
import * as forDrivers from './page/for-drivers.ts'
import * as guide from './page/guide.ts'
import * as home from './page/home.ts'
import * as legal from './page/legal.ts'
import * as offered from './page/offered.ts'
import * as signup from './page/signup.ts'
import * as simulator from './page/simulator.ts'

/** The words of the public pages: they never cross the wire to a panel page. */
export const site = {
  ...about,
  ...apply,
  ...companies,
  ...consent,
  ...contact,
  ...demonstration,
  ...drivers,
  ...forDrivers,
  ...guide,
  ...home,
  ...legal,
  ...offered,
  ...signup,
  ...simulator,
}

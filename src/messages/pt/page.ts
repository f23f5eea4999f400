import { account } from './page/account.ts'
import { data } from './page/data.ts'
import { driverHome } from './page/driver-home.ts'
import { exports } from './page/exports.ts'
import { fleet } from './page/fleet.ts'
import { mail } from './page/mail.ts'
import { overview } from './page/overview.ts'
import { search } from './page/search.ts'
import { seo } from './page/seo.ts'
import { soon } from './page/soon.ts'
import { statement } from './page/statement.ts'
import { tolls } from './page/tolls.ts'
import { trouble } from './page/trouble.ts'
import { week } from './page/week.ts'

/** One file per area; see the README. */
export const page = {
  account,
  data,
  driverHome,
  exports,
  fleet,
  mail,
  overview,
  search,
  seo,
  soon,
  statement,
  tolls,
  trouble,
  week,
}

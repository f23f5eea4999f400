import { about } from './page/about.ts'
import { account } from './page/account.ts'
import { contact } from './page/contact.ts'
import { drivers } from './page/drivers.ts'
import { fleet } from './page/fleet.ts'
import { home } from './page/home.ts'
import { legal } from './page/legal.ts'
import { seo } from './page/seo.ts'
import { signup } from './page/signup.ts'
import { soon } from './page/soon.ts'
import { trouble } from './page/trouble.ts'

/** One file per area; see the README. */
export const page = { about, account, contact, drivers, fleet, home, legal, seo, signup, soon, trouble }

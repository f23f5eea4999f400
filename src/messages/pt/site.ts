import { about } from './page/about.ts'
import { contact } from './page/contact.ts'
import { drivers } from './page/drivers.ts'
import { home } from './page/home.ts'
import { legal } from './page/legal.ts'
import { signup } from './page/signup.ts'

/** The words of the public pages: they never cross the wire to a panel page. */
export const site = { about, contact, drivers, home, legal, signup }

import { about } from './page/about.ts'
import { consent } from './page/consent.ts'
import { apply } from './page/apply.ts'
import { contact } from './page/contact.ts'
import { drivers } from './page/drivers.ts'
import { home } from './page/home.ts'
import { legal } from './page/legal.ts'
import { signup } from './page/signup.ts'
import { simulator } from './page/simulator.ts'

/** The words of the public pages: they never cross the wire to a panel page. */
export const site = { about, consent, contact, drivers, home, legal, signup, apply, simulator }

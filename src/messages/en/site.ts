import { about } from './page/about.ts'
import { consent } from './page/consent.ts'
import { apply } from './page/apply.ts'
import { contact } from './page/contact.ts'
import { companies } from './page/companies.ts'
import { demonstration } from './page/demonstration.ts'
import { drivers } from './page/drivers.ts'
import { forDrivers } from './page/for-drivers.ts'
import { guide } from './page/guide.ts'
import { home } from './page/home.ts'
import { legal } from './page/legal.ts'
import { offered } from './page/offered.ts'
import { signup } from './page/signup.ts'
import { simulator } from './page/simulator.ts'

export const site = {
  about,
  apply,
  companies,
  consent,
  contact,
  demonstration,
  drivers,
  forDrivers,
  guide,
  home,
  legal,
  offered,
  signup,
  simulator,
}

import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import type { User } from '#domain/access.ts'
import { pt } from '#messages/pt.ts'
import { registerMessages } from '#web/i18n.tsx'
import { PanelFrame } from './frames.tsx'

registerMessages('pt', pt)

const PERSON: User = {
  uid: 'rita',
  email: 'rita@example.org',
  displayName: 'Rita',
  role: 'admin',
  scopes: [],
  driverId: null,
}
const OFFICE = '/admin/drivers'
const DRIVER = '/dashboard/payslips'

/** Which of two links the menu has, in the frame that a page of an area asks for. */
function menu(user: User, area: 'admin' | 'driver'): string[] {
  const brand = { name: 'Frota', tagline: '', description: '', logo: null, colours: null, social: [] }
  const root = { user, brand, colourMode: 'system', measuring: null, year: 2026, isDemonstration: false }
  const Site = createRoutesStub([
    { id: 'root', path: '*', loader: () => null, Component: () => PanelFrame({ area, children: '' }) },
  ])
  const html = renderToStaticMarkup(
    createElement(Site, { initialEntries: ['/'], hydrationData: { loaderData: { root } } }),
  )
  return [OFFICE, DRIVER].filter((link) => html.includes(`href="${link}"`))
}

test('who is refused in the other area reads the menu of their own', () => {
  const driver: User = { ...PERSON, role: 'driver', driverId: 'd1' }
  expect([menu(PERSON, 'driver'), menu(driver, 'admin')]).toEqual([[OFFICE], [DRIVER]])
  const drives = { ...PERSON, driverId: 'd1' }
  expect(menu(drives, 'driver')).toContain(DRIVER)
  expect(menu(drives, 'admin')).toEqual([OFFICE])
})
